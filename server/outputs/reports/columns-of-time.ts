import { sql } from 'kysely'
import { waiverConfiguration } from '#contract/setup/periods/waiver-configuration.ts'
import type { FigureReply, FigureRow } from '#contract/outputs/reports/figures.ts'
import type { FieldFilter } from '#contract/platform/table-filters.ts'
import type { ReportContext } from './age-out-report.ts'
import { scope } from '#server/platform/db/scope.ts'
import { daysToDecision, defaultTargetDays } from '#server/review/decisions/index.ts'
import { readPublished } from '#server/setup/periods/index.ts'
import { agingLines } from './aging-out.ts'
import type { FigureAsk } from './figure-ask.ts'
import { nextMonth } from './status-rules.ts'

/** Business days that have a column each; then come those up to 10, and more. */
const singleDays = [0, 1, 2, 3, 4, 5] as const

interface Range {
  readonly key: string
  readonly label: string
  readonly from: number
  readonly to: number
}

const ranges: readonly Range[] = [
  ...singleDays.map((day) => ({
    key: String(day),
    label: day === 0 ? 'Same day' : String(day),
    from: day,
    to: day,
  })),
  { key: '6', label: '6 to 10', from: 6, to: 10 },
  { key: '11', label: 'More than 10', from: 11, to: Number.POSITIVE_INFINITY },
]

const between = ({ from, to }: Range): FieldFilter => ({
  operator: 'and',
  constraints: [
    from === to
      ? { match_mode: 'equals', value: from }
      : to === Number.POSITIVE_INFINITY
        ? { match_mode: 'gte', value: from }
        : { match_mode: 'between', value: [from, to] },
  ],
})

/** Counts forms by business days to their first decision. */
export const readTimeToDecision = async (
  context: ReportContext,
  { period }: FigureAsk,
): Promise<FigureReply> => {
  const { rows } = await sql<{ days: number; quantity: number }>`
    select counted.days, count(*)::int as quantity
    from (select ${daysToDecision(context)} as days from form_submissions form
      where form.period_id = ${period.id} and ${scope.within(context, 'form.school_id')}) counted
    where counted.days is not null group by 1 order by 1`.execute(context.db)
  const target = (await readPublished(context, period.id, waiverConfiguration))?.content.decision_target_days
  const all = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    series: [{ key: 'forms', label: 'Forms' }],
    rows: ranges.map((range) => ({
      key: range.key,
      label: range.label,
      numbers: [
        {
          quantity: rows
            .filter(({ days }) => days >= range.from && days <= range.to)
            .reduce((sum, { quantity }) => sum + quantity, 0),
          link: { list: 'forms', filters: { days_to_decision: between(range) } },
        },
      ],
    })),
    days: all === 0 ? null : { median: medianOf(rows, all), target: target ?? defaultTargetDays },
    has_more: false,
  }
}

/** Returns the lower median of counted values, which are in order. */
const medianOf = (counted: readonly { days: number; quantity: number }[], all: number): number => {
  let seen = 0
  for (const { days, quantity } of counted) {
    seen += quantity
    if (seen * 2 >= all) return days
  }
  return 0
}

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Counts the coverage types of the age-out report by the month of their presumed end, without gaps. */
export const readAgingByMonth = async (
  context: ReportContext,
  { period }: FigureAsk,
): Promise<FigureReply> => {
  const { rows: found } = await sql<{ month: string; quantity: number }>`
    select left(line.ends_on, 7) as month, count(*)::int as quantity from (${agingLines(context, period)}) line
    group by 1 order by 1`.execute(context.db)
  const counts = new Map(found.map(({ month, quantity }) => [month, quantity]))
  const months = [...counts.keys()]
  const rows: FigureRow[] = []
  for (let month = months[0]; month !== undefined && month <= (months.at(-1) ?? ''); month = nextMonth(month))
    rows.push({
      key: month,
      label: monthNames.format(new Date(`${month}-01`)),
      numbers: [{ quantity: counts.get(month) ?? 0, link: { list: 'age_out', month } }],
    })
  return {
    series: [{ key: 'coverage_types', label: 'Coverage types' }],
    rows: rows.slice(-mostMonths),
    days: null,
    has_more: rows.length > mostMonths,
  }
}

/** The most months shown, the latest ones. */
const mostMonths = 36
