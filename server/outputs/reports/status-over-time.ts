import { sql } from 'kysely'
import { familyLabels, statusFamilies } from '#contract/setup/coverage/status-groups.ts'

import type { FigureReply } from '#contract/outputs/reports/figures.ts'
import { statusFieldOf } from '#contract/records/student-periods/fields.ts'
import type { ReportContext } from './age-out-report.ts'
import { scope } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { countByStatus } from '#server/records/student-periods/index.ts'
import { inStatuses, studentsNumber } from './counted-values.ts'
import type { FigureAsk } from './figure-ask.ts'
import { endsOfDays, readStatusPaths } from './past-statuses.ts'
import { countPastStatuses, daysShown } from './status-rules.ts'

/**
 * Counts active students by status family at the end of each day shown, rebuilt from the history (`past-day.ts` lists
 * them); the last day is today, as the list has it. Families without students are left out.
 */
export const readStatusOverTime = async (
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
      numbers: shown.map(({ family, byDay, statuses }) =>
        day === today
          ? studentsNumber(byDay[index] ?? 0, { [field]: inStatuses(statuses) })
          : { quantity: byDay[index] ?? 0, link: { list: 'past_day', coverage, day, family } },
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
