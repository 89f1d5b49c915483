import { AxisBottom, AxisLeft } from '@visx/axis'
import type { scaleBand, scaleLinear, scaleUtc } from '@visx/scale'
import { formatNumber } from '#client/platform/lib/format.ts'

/** The room around a chart with 2 axes, in pixels. */
export const margin = { top: 16, right: 12, bottom: 28, left: 44 } as const

interface ChartFrameProps {
  readonly width: number
  readonly height: number
  readonly children: React.ReactNode
}

/** Renders the drawing area of a chart. It shrinks on paper. */
export const ChartFrame = ({ width, height, children }: ChartFrameProps) => (
  <svg
    viewBox={`0 0 ${width} ${height}`}
    width={width}
    height={height}
    className="block h-auto max-w-full overflow-visible"
  >
    {children}
  </svg>
)

interface TickProps {
  readonly x: number
  readonly y: number
  readonly formattedValue: string | undefined
}

const tick = (anchor: 'middle' | 'end', dy: string) => {
  const Tick = ({ x, y, formattedValue }: TickProps) => (
    <text x={x} y={y} dy={dy} textAnchor={anchor} className="tabular fill-ink-3 text-meta">
      {formattedValue}
    </text>
  )
  return Tick
}
const BottomTick = tick('middle', '0.25em')
const LeftTick = tick('end', '0.32em')

/** Returns at most 5 whole numbers for the quantity axis. */
const wholeTicks = (scale: ReturnType<typeof scaleLinear<number>>): number[] =>
  scale.ticks(4).filter(Number.isInteger)

interface QuantityAxisProps {
  readonly scale: ReturnType<typeof scaleLinear<number>>
  readonly width: number
}

/** Renders the quantity axis on the left, with a line across for each tick. */
export const QuantityAxis = ({ scale, width }: QuantityAxisProps) => (
  <>
    {wholeTicks(scale).map((value) => (
      <line
        key={value}
        x1={margin.left}
        x2={width - margin.right}
        y1={scale(value)}
        y2={scale(value)}
        className={value === 0 ? 'stroke-line-control' : 'stroke-line'}
      />
    ))}
    <AxisLeft
      scale={scale}
      left={margin.left}
      hideAxisLine
      hideTicks
      tickValues={wholeTicks(scale)}
      tickFormat={(value) => formatNumber(Number(value))}
      tickComponent={LeftTick}
    />
  </>
)

interface BottomAxisProps {
  readonly scale: ReturnType<typeof scaleUtc<number>> | ReturnType<typeof scaleBand<string>>
  readonly top: number
  /** The values with a label, and their labels. */
  readonly labels: ReadonlyMap<Date | string, string>
}

/** Renders the labels below a chart. */
export const BottomAxis = ({ scale, top, labels }: BottomAxisProps) => (
  <AxisBottom
    scale={scale}
    top={top}
    hideAxisLine
    hideTicks
    tickValues={[...labels.keys()]}
    tickFormat={(_, index) => [...labels.values()][index] ?? ''}
    tickComponent={BottomTick}
  />
)
