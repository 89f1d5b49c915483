import { AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { FigureRow } from '#contract/outputs/reports/figures.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { ChartFrame } from './chart-parts.tsx'
import type { ChartProps } from './chart-props.ts'
import { colorOf } from './figure-colors.ts'
import { MarkLink } from './mark-link.tsx'

/** The most bars drawn; the table has all rows. */
export const mostBars = 12

const rowHeight = 26
/** Room for the total at the end of a bar. */
const totalWidth = 44

const sumOf = ({ numbers }: FigureRow): number => numbers.reduce((sum, { quantity }) => sum + quantity, 0)

const shortened = (label: string, width: number): string => {
  const most = Math.floor(width / 6.2)
  return label.length > most ? `${label.slice(0, most - 1).trimEnd()}…` : label
}

const RowLabel = ({ y, formattedValue }: { y: number; formattedValue: string | undefined }) => (
  <text x={-10} y={y} dy="0.32em" textAnchor="end" className="fill-ink-2 text-label">
    {formattedValue}
  </text>
)

/** Renders a bar for each row with its total, the parts of its series side by side. */
export const BarsChart = ({ reply: { series, rows }, place, width }: ChartProps) => {
  const shown = rows.slice(0, mostBars)
  const labelWidth = Math.min(180, Math.round(width * 0.38))
  const height = shown.length * rowHeight
  const y = scaleBand<string>({ domain: shown.map(({ key }) => key), range: [0, height], padding: 0.3 })
  const x = scaleLinear<number>({
    domain: [0, Math.max(1, ...shown.map(sumOf))],
    range: [0, Math.max(0, width - labelWidth - totalWidth)],
  })
  return (
    <ChartFrame width={width} height={height}>
      <AxisLeft
        scale={y}
        left={labelWidth}
        hideTicks
        stroke="var(--line-control)"
        tickComponent={RowLabel}
        tickValues={shown.map(({ key }) => key)}
        tickFormat={(_, index) => shortened(shown[index]?.label ?? '', labelWidth - 10)}
      />
      {shown.map((row) => (
        <g key={row.key} transform={`translate(${labelWidth + 1} ${y(row.key) ?? 0})`}>
          <Parts row={row} series={series} place={place} x={x} height={y.bandwidth()} />
          <text
            x={x(sumOf(row)) + 6}
            y={y.bandwidth() / 2}
            dy="0.32em"
            className="tabular fill-ink-2 text-meta"
          >
            {formatNumber(sumOf(row))}
          </text>
        </g>
      ))}
    </ChartFrame>
  )
}

interface PartsProps extends Pick<ChartProps, 'place'> {
  readonly row: FigureRow
  readonly series: ChartProps['reply']['series']
  readonly x: (quantity: number) => number
  readonly height: number
}

/** Renders the numbers of a row side by side, each as the link to its rows. */
const Parts = ({ row, series, place, x, height }: PartsProps) =>
  row.numbers.map((number, index) => (
    <MarkLink
      key={series[index]?.key}
      number={number}
      name={`${row.label}, ${series[index]?.label ?? ''}`}
      place={place}
    >
      <Bar
        x={x(row.numbers.slice(0, index).reduce((sum, one) => sum + one.quantity, 0))}
        width={x(number.quantity)}
        height={height}
        fill={colorOf(series[index]?.key ?? '')}
        className="stroke-sheet"
        strokeWidth={number.quantity > 0 && series.length > 1 ? 1 : 0}
      />
    </MarkLink>
  ))
