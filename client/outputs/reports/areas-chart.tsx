import { scaleLinear, scaleUtc } from '@visx/scale'
import { AreaStack } from '@visx/shape'
import type { FigureRow } from '#contract/outputs/reports/figures.ts'
import { BottomAxis, ChartFrame, margin, QuantityAxis } from './chart-parts.tsx'
import type { ChartProps } from './chart-props.ts'
import { colorOf } from './figure-colors.ts'
import { MarkLink } from './mark-link.tsx'

const height = 280

const dateOf = ({ key }: FigureRow): Date => new Date(key)

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Renders numbers over time as areas on top of each other. */
export const AreasChart = ({ reply, place, width }: ChartProps) => {
  const { series, rows } = reply
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
      <Marks reply={reply} place={place} x={x} y={y} />
      <BottomAxis
        scale={x}
        top={height - margin.bottom}
        labels={new Map(labeled.map((date) => [date, shortDay.format(date)]))}
      />
    </ChartFrame>
  )
}

interface MarksProps extends Omit<ChartProps, 'width'> {
  readonly x: ReturnType<typeof scaleUtc<number>>
  readonly y: ReturnType<typeof scaleLinear<number>>
}

/** Renders the numbers of each day as marks; a day’s part of the areas reaches halfway to the days around it. */
const Marks = ({ reply: { series, rows }, place, x, y }: MarksProps) => {
  const placeOf = (row: FigureRow | undefined, own: FigureRow) => (x(dateOf(row ?? own)) + x(dateOf(own))) / 2
  return rows.map((row, index) => (
    <DayMarks
      key={row.key}
      row={row}
      labels={series.map(({ label }) => label)}
      place={place}
      from={placeOf(rows[index - 1], row)}
      to={placeOf(rows[index + 1], row)}
      at={x(dateOf(row))}
      y={y}
    />
  ))
}

interface DayMarksProps {
  row: FigureRow
  /** Of the series. */
  labels: readonly string[]
  place: ChartProps['place']
  /** Pixels from the left: where the day’s part of the areas begins, ends, and where the day is. */
  from: number
  to: number
  at: number
  y: MarksProps['y']
}

/** Renders each number of a day as a mark: a part of its area, with a point under the pointer. */
const DayMarks = ({ row, labels, place, from, to, at, y }: DayMarksProps) => {
  const topOf = (index: number) =>
    y(row.numbers.slice(0, index + 1).reduce((sum, { quantity }) => sum + quantity, 0))
  return row.numbers.map((number, index) => (
    <MarkLink key={labels[index]} number={number} name={`${row.label}, ${labels[index] ?? ''}`} place={place}>
      <rect
        x={from}
        y={topOf(index)}
        width={Math.max(0, to - from)}
        height={Math.max(0, topOf(index - 1) - topOf(index))}
        fill="transparent"
      />
      <circle
        cx={at}
        cy={topOf(index)}
        r={4}
        className="fill-ink stroke-sheet opacity-0 group-hover:opacity-100"
        strokeWidth={2}
      />
    </MarkLink>
  ))
}
