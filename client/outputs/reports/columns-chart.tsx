import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { formatNumber } from '#client/platform/lib/format.ts'
import { BottomAxis, ChartFrame, margin, QuantityAxis } from './chart-parts.tsx'
import type { ChartProps } from './chart-props.ts'
import { colorOf } from './figure-colors.ts'
import { MarkLink } from './mark-link.tsx'

const height = 240

/** Returns 'Dec' or 'Jan 2027' for a month, and other labels as they are. */
const shortLabel = (label: string): string => {
  const month = /^(\p{L}{3})\p{L}* (\d{4})$/u.exec(label)
  if (!month) return label.replace('More than ', '> ').replace(' to ', '–')
  return `${month[1]} ’${month[2]?.slice(2)}`
}

/** Renders the first series as columns, with the planned days to a decision marked. */
export const ColumnsChart = ({ reply: { series, rows, days }, place, width }: ChartProps) => {
  const quantityOf = (index: number) => rows[index]?.numbers[0]?.quantity ?? 0
  const x = scaleBand<string>({
    domain: rows.map(({ key }) => key),
    range: [margin.left, width - margin.right],
    padding: 0.25,
  })
  const most = Math.max(1, ...rows.map((_, index) => quantityOf(index)))
  const y = scaleLinear<number>({ domain: [0, most], range: [height - margin.bottom, margin.top], nice: 4 })
  const step = Math.ceil(rows.length / Math.max(2, Math.floor(width / 56)))
  const labeled = rows.filter((_, index) => index % step === 0)
  const target = days === null ? undefined : x(String(days.target))
  return (
    <ChartFrame width={width} height={height}>
      <QuantityAxis scale={y} width={width} />
      {rows.map(({ key, label, numbers: [number] }, index) => (
        <g key={key}>
          <MarkLink number={number} name={`${label}, ${series[0]?.label ?? ''}`} place={place}>
            <Bar
              x={x(key) ?? 0}
              y={y(quantityOf(index))}
              width={x.bandwidth()}
              height={height - margin.bottom - y(quantityOf(index))}
              rx={2}
              fill={colorOf(series[0]?.key ?? '')}
            />
          </MarkLink>
          {quantityOf(index) > 0 && x.bandwidth() > 18 && (
            <text
              x={(x(key) ?? 0) + x.bandwidth() / 2}
              y={y(quantityOf(index)) - 4}
              textAnchor="middle"
              className="tabular fill-ink-2 text-meta"
            >
              {formatNumber(quantityOf(index))}
            </text>
          )}
        </g>
      ))}
      {target !== undefined && <TargetLine x={target + x.bandwidth() + (x.step() - x.bandwidth()) / 2} />}
      <BottomAxis
        scale={x}
        top={height - margin.bottom}
        labels={new Map(labeled.map(({ key, label }) => [key, shortLabel(label)]))}
      />
    </ChartFrame>
  )
}

/** Renders the line right of which decisions took longer than planned. */
const TargetLine = ({ x }: { x: number }) => (
  <g>
    <line
      x1={x}
      x2={x}
      y1={margin.top - 8}
      y2={height - margin.bottom}
      strokeDasharray="4 3"
      className="stroke-ink-2"
    />
    <text x={x + 5} y={margin.top - 2} className="fill-ink-2 text-meta">
      Target
    </text>
  </g>
)
