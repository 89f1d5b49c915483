import { Link } from '@tanstack/react-router'
import type { Period } from '#contract/periods/shapes.ts'
import { formatCount, formatDay, formatDays, formatNumber } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Cell, HeadCell, PlainTable } from '#client/ui/plain-table.tsx'
import { PeriodMenu } from './period-menu.tsx'
import { PeriodStatePill } from './period-state-pill.tsx'
import { linesInWords } from './period-words.ts'

interface ListProps {
  periods: readonly Period[]
}

/** The policy years as rows; a row leads to its students. */
export const PeriodsTable = ({ periods }: ListProps) => (
  <PlainTable
    label="Policy years"
    className="max-lg:hidden"
    head={
      <>
        <HeadCell>Policy year</HeadCell>
        <HeadCell>Dates</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell>Waiver deadline</HeadCell>
        <HeadCell>Lines</HeadCell>
        <HeadCell align="end">Students</HeadCell>
        <HeadCell className="w-12">
          <span className="sr-only">More</span>
        </HeadCell>
      </>
    }
  >
    {periods.map((period) => (
      <tr
        key={period.id}
        className="relative transition-colors duration-100 hover:bg-hover has-[a:focus-visible]:bg-hover"
      >
        <Cell>
          <span className="flex items-center gap-2">
            <PeriodLink period={period} />
            {period.is_current && <Badge tone="success">Current</Badge>}
          </span>
        </Cell>
        <Cell className="tabular text-ink-2">{formatDays(period.starts_on, period.ends_on)}</Cell>
        <Cell>
          <PeriodStatePill state={period.state} />
        </Cell>
        <Cell className={cx('tabular', period.waiver_deadline_on ? 'text-ink-2' : 'text-ink-3')}>
          {period.waiver_deadline_on ? formatDay(period.waiver_deadline_on) : 'None set'}
        </Cell>
        <Cell className="text-ink-2">{linesInWords(period)}</Cell>
        <Cell align="end" className={cx(period.students === 0 && 'text-ink-3')}>
          {formatNumber(period.students)}
        </Cell>
        <Cell align="end">
          <PeriodMenu period={period} periods={periods} />
        </Cell>
      </tr>
    ))}
  </PlainTable>
)

/** The policy years where a table has no room: on a phone and a tablet. */
export const PeriodCards = ({ periods }: ListProps) => (
  <ul aria-label="Policy years" className="flex flex-col lg:hidden">
    {periods.map((period) => (
      <li
        key={period.id}
        className="relative flex items-start gap-3 border-b border-line px-4 py-3 active:bg-hover"
      >
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <PeriodLink period={period} />
            {period.is_current && <Badge tone="success">Current</Badge>}
            <PeriodStatePill state={period.state} />
          </p>
          <p className="tabular mt-0.5 text-ink-2">{formatDays(period.starts_on, period.ends_on)}</p>
          <p className="tabular text-label text-ink-2">
            {formatCount(period.students, 'student')} · {linesInWords(period)}
            {period.waiver_deadline_on && ` · Waivers until ${formatDay(period.waiver_deadline_on)}`}
          </p>
        </div>
        <PeriodMenu period={period} periods={periods} />
      </li>
    ))}
  </ul>
)

const PeriodLink = ({ period }: { period: Period }) => (
  <Link
    to="/schools/$school/period/$period"
    params={{ school: String(period.school_id), period: String(period.id) }}
    className="truncate font-medium text-ink no-underline after:absolute after:inset-0"
  >
    {period.name}
  </Link>
)
