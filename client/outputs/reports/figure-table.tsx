import {
  figures,
  type FigureKey,
  type FigureLink,
  type FigureReply,
} from '#contract/outputs/reports/figures.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { RowsLink, type FigurePlace } from './rows-link.tsx'

interface FigureTableProps {
  figure: FigureKey
  reply: FigureReply
  place: FigurePlace
}

/** Renders the numbers of a figure, with the links to their rows; of days, the latest first. */
export const FigureTable = ({ figure, reply: { series, rows }, place }: FigureTableProps) => {
  const { title, head, chart } = figures[figure]
  const isOverTime = chart === 'areas'
  return (
    <CardTable
      label={title}
      className={cx('print:max-h-none', isOverTime ? 'max-h-64' : 'max-h-84')}
      head={
        <>
          <HeadCell>{head}</HeadCell>
          {series.map(({ key, label }) => (
            <HeadCell key={key} align="end">
              {label}
            </HeadCell>
          ))}
        </>
      }
    >
      {(isOverTime ? rows.toReversed() : rows).map((row) => (
        <tr key={row.key}>
          <Cell className={isOverTime ? 'tabular whitespace-nowrap' : 'min-w-32'}>{row.label}</Cell>
          {row.numbers.map((number, index) => (
            <Cell key={series[index]?.key} align="end">
              <Quantity {...number} name={`${row.label}, ${series[index]?.label ?? ''}`} place={place} />
            </Cell>
          ))}
        </tr>
      ))}
    </CardTable>
  )
}

interface QuantityProps {
  quantity: number
  link: FigureLink | null
  /** What it counts, for screen readers. */
  name: string
  place: FigurePlace
}

/** Renders a number as the link to the list with its rows; without rows, or of a past day, only the number. */
const Quantity = ({ quantity, link, name, place }: QuantityProps) => {
  const text = formatNumber(quantity)
  if (quantity === 0) return <span className="text-ink-3">{text}</span>
  if (link === null) return text
  return (
    <RowsLink
      link={link}
      place={place}
      aria-label={`${text}: ${name}`}
      className="font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {text}
    </RowsLink>
  )
}
