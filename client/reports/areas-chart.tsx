import { scaleLinear, scaleUtc } from '@visx/scale'
import { AreaStack } from '@visx/shape'
import type { FigureRow } from '#contract/reports/figures.ts'
import { BottomAxis, ChartFrame, margin, QuantityAxis } from './chart-parts.tsx'
import type { ChartProps } from './chart-props.ts'
import { colorOf } from './figure-colors.ts'

const height = 280

const dateOf = ({ key }: FigureRow): Date => new Date(key)

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Renders numbers over time as areas on top of each other. */
export const AreasChart = ({ reply: { series, rows }, width }: ChartProps) => {
  const dates = rows.map(dateOf)
  const [first = new Date(0), last = new Date(0)] = [dates[0], dates.at(-1)]
  const most = Math.max(
    1,
    ...rows.map(({ numbers }) => numbers.reduce((sum, { quantity }) => sum + quantity, 0)),
  )
  const x = scaleUtc({ domain: [first, last], range: [margin.left, width - margin.right] })
  const y = scaleLinear<number>({ domain: [0, most], range: [height - margin.bottom, margin.top], nice: 4 })
  // as many labels as fit, the last day always
  const step = Math.ceil(rows.length / Math.max(2, Math.floor(width / 90)))
  const labeled = dates.filter((_, index) => (dates.length - 1 - index) % step === 0)
  return (
    <ChartFrame width={width} height={height}>
      <QuantityAxis scale={y} width={width} />
      <AreaStack
        data={rows}
        keys={series.map(({ key }) => key)}
        value={({ numbers }, key) => numbers[series.findIndex((one) => one.key === key)]?.quantity ?? 0}
        x={({ data }) => x(dateOf(data))}
        y0={([from]) => y(from)}
        y1={([, to]) => y(to)}
      >
        {({ stacks, path }) =>
          stacks.map((stack) => (
            <path
              key={stack.key}
              d={path(stack) ?? ''}
              fill={colorOf(stack.key)}
              fillOpacity={0.85}
              className="stroke-sheet"
              strokeWidth={1}
            />
          ))
        }
      </AreaStack>
      <BottomAxis
        scale={x}
        top={height - margin.bottom}
        labels={new Map(labeled.map((date) => [date, shortDay.format(date)]))}
      />
    </ChartFrame>
  )
}
