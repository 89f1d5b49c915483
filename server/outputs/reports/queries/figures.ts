import { sql } from 'kysely'
import type { FigureKey, FigureQuery, FigureReply, FigureRow } from '#contract/outputs/reports/figures.ts'
import { familyLabels, statusFamilies } from '#contract/platform/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { FieldFilter } from '#contract/platform/table-filters.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { agingLines, countByStatus } from '#server/records/student-periods/index.ts'
import { daysToDecision, defaultTargetDays } from '#server/review/decisions/index.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'
import type { FigureAsk, ReportContext } from './age-out-report.ts'
import {
  inStatuses,
  readEnrolledWithoutPremium,
  readNoResponse,
  readWaiversBy,
  studentsNumber,
} from './counted-values.ts'
import { endsOfDays, readStatusPaths } from './past-statuses.ts'
import { countPastStatuses, daysShown, nextMonth } from '../rules.ts'

/**
 * Counts active students by status family at the end of each day shown, rebuilt from the history; the last
 * day is today, as the list has it. Families without students are left out.
 */
const readStatusOverTime = async (
  context: ReportContext,
  { period, coverage }: FigureAsk,
): Promise<FigureReply> => {
  const today = dayIn(context.clock, officeTimeZone)
  const days = daysShown(await readFirstDay(context, period.id, today), today)
  const field = statusFieldOf(coverage)
  const instants = await endsOfDays(context, days.slice(0, -1))
  const past = countPastStatuses(
    instants.length === 0 ? [] : await readStatusPaths(context, period.id, coverage, instants),
    instants.length,
  )
  const now = await countByStatus(context, period.id, coverage, {})
  const counts = [...past, new Map(now.map(({ status, quantity }) => [status, quantity]))]
  const totals = statusFamilies.map(({ family, statuses }) => ({
    family,
    statuses,
    byDay: counts.map((one) => statuses.reduce((sum, status) => sum + (one.get(status) ?? 0), 0)),
  }))
  const shown = totals.filter(({ byDay }) => byDay.some((quantity) => quantity > 0))
  return {
    series: shown.map(({ family }) => ({ key: family, label: familyLabels[family] })),
    rows: days.map((day, index) => ({
      key: day,
      label: day === today ? `${dayText(day)} (now)` : dayText(day),
      numbers: shown.map(({ byDay, statuses }) =>
        day === today
          ? studentsNumber(byDay[index] ?? 0, { [field]: inStatuses(statuses) })
          : { quantity: byDay[index] ?? 0, link: null },
      ),
    })),
    days: null,
    has_more: false,
  }
}

/** Returns the day on which the policy year’s first student was added; today without students. */
const readFirstDay = async (context: ReportContext, periodId: number, today: string): Promise<string> => {
  const { rows } = await sql<{ day: string | null }>`
    select (min(sp.created_at) at time zone ${officeTimeZone})::date as day from student_periods sp
    where sp.period_id = ${periodId} and ${scope.within(context, 'sp.school_id')}`.execute(context.db)
  const day = rows[0]?.day ?? today
  return day < today ? day : today
}

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
const readTimeToDecision = async (context: ReportContext, { period }: FigureAsk): Promise<FigureReply> => {
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
const readAgingByMonth = async (context: ReportContext, { period }: FigureAsk): Promise<FigureReply> => {
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

type Read = (context: ReportContext, ask: FigureAsk) => Promise<FigureReply>

const reads: Readonly<Record<FigureKey, Read>> = {
  status_over_time: readStatusOverTime,
  waivers_by_company: (context, ask) =>
    readWaiversBy(context, ask, `${ask.coverage}_waive_insurance_company`),
  waivers_by_source: (context, ask) =>
    readWaiversBy(context, ask, `${ask.coverage}_waive_source_of_coverage`),
  time_to_decision: readTimeToDecision,
  no_response_by_program: (context, ask) => readNoResponse(context, ask, 'program'),
  no_response_by_class: (context, ask) => readNoResponse(context, ask, 'graduation_year'),
  enrolled_without_premium: readEnrolledWithoutPremium,
  aging_out_by_month: readAgingByMonth,
}

/** Returns the numbers of a figure. @throws Problem 422 if the period is unknown */
export const readFigure = async (
  context: ReportContext,
  { period_id, figure, coverage }: Omit<FigureQuery, 'format'>,
): Promise<FigureReply> =>
  reads[figure](context, { period: await selectPeriod(context, period_id), coverage })
