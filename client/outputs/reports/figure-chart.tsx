import { useCallback, useState } from 'react'
import { figures, type FigureKey, type FigureReply } from '#contract/outputs/reports/figures.ts'
import { AreasChart } from './areas-chart.tsx'
import { BarsChart } from './bars-chart.tsx'
import { ColumnsChart } from './columns-chart.tsx'
import { colorOf } from './figure-colors.ts'
import type { FigurePlace } from './rows-link.tsx'

const charts = { areas: AreasChart, bars: BarsChart, columns: ColumnsChart } as const

interface FigureChartProps {
  figure: FigureKey
  reply: FigureReply
  place: FigurePlace
}

/** Renders a figure as a chart, with a legend if it has several series. Screen readers get the table instead. */
export const FigureChart = ({ figure, reply, place }: FigureChartProps) => {
  const { ref, width } = useWidth()
  const { chart } = figures[figure]
  // one day makes no area
  const Chart = chart === 'areas' && reply.rows.length < 2 ? BarsChart : charts[chart]
  return (
    <div ref={ref} aria-hidden className="min-w-0">
      {reply.series.length > 1 && (
        <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-label text-ink-2">
          {reply.series.map(({ key, label }) => (
            <li key={key} className="flex items-center gap-1.5">
              <svg width={10} height={10}>
                <rect width={10} height={10} rx={2} fill={colorOf(key)} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      {width > 0 && <Chart reply={reply} place={place} width={width} />}
    </div>
  )
}

/** Returns a ref and the width of its element in pixels, kept up to date; 0 until it’s measured. */
const useWidth = () => {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const sizes = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return { ref, width }
}
