import { Link } from '@tanstack/react-router'
import { figures, type FigureKey, type FigureLink, type FigureReply } from '#contract/reports/figures.ts'
import { cx } from '#client/ui/cx.ts'
import { formatNumber } from '#client/lib/format.ts'
import { Cell, HeadCell, PlainTable } from '#client/ui/text/plain-table.tsx'

/** The school and the policy year of the URL. */
export interface FigurePlace {
  readonly school: string
  readonly period: string
}

interface FigureTableProps {
  figure: FigureKey
  reply: FigureReply
  place: FigurePlace
}

/** Renders the numbers of a figure, each with the link to its rows; of days, the latest first. */
export const FigureTable = ({ figure, reply: { series, rows }, place }: FigureTableProps) => {
  const { title, head, chart } = figures[figure]
  const isOverTime = chart === 'areas'
  return (
    <div
      className={cx(
        'overflow-auto rounded-card shadow-line print:max-h-none',
        isOverTime ? 'max-h-64' : 'max-h-84',
      )}
    >
      <PlainTable
        label={title}
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
          <tr key={row.key} className="last:border-b-0!">
            <Cell className={isOverTime ? 'tabular whitespace-nowrap' : 'min-w-32'}>{row.label}</Cell>
            {row.numbers.map((number, index) => (
              <Cell key={series[index]?.key} align="end">
                <Quantity {...number} name={`${row.label}, ${series[index]?.label ?? ''}`} place={place} />
              </Cell>
            ))}
          </tr>
        ))}
      </PlainTable>
    </div>
  )
}

/** A number that has a list looks different from one that hasn’t. */
const linked = 'font-medium text-accent-text underline-offset-2 hover:underline'

interface QuantityProps {
  quantity: number
  link: FigureLink | null
  /** What it counts, for screen readers. */
  name: string
  place: FigurePlace
}

/** Renders a number as the link to the list with its rows; without rows or a list, only the number. */
const Quantity = ({ quantity, link, name, place }: QuantityProps) => {
  const text = formatNumber(quantity)
  if (quantity === 0) return <span className="text-ink-3">{text}</span>
  if (link === null) return text
  const label = `${text}: ${name}`
  if (link.list === 'students')
    return (
      <Link
        to="/schools/$school/period/$period"
        params={place}
        search={{ filters: link.filters }}
        aria-label={label}
        className={linked}
      >
        {text}
      </Link>
    )
  if (link.list === 'forms')
    return (
      <Link
        to="/schools/$school/period/$period/student-form-submissions"
        params={place}
        search={{ queue: 'all', filters: link.filters }}
        aria-label={label}
        className={linked}
      >
        {text}
      </Link>
    )
  return (
    <Link
      to="/schools/$school/period/$period/reports/age-out"
      params={place}
      search={{ month: link.month }}
      aria-label={label}
      className={linked}
    >
      {text}
    </Link>
  )
}
