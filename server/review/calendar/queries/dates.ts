import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { calendarRunStates } from '#contract/review/calendar/choices.ts'
import type { Calendar, CalendarEntry } from '#contract/review/calendar/shapes.ts'
import type { WhereGroup } from '#contract/platform/table-where.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { Context } from '#server/platform/context.ts'
import { isReverified, lastDayFor } from '#server/platform/coverage/index.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { agingLines, listColumnValues, type MovableRow } from '#server/records/student-periods/index.ts'
import { addTo, dueOnAfter, readCandidates } from '#server/review/default-enrollments/index.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'
import { selectPeriodWithRules } from '#server/setup/periods/index.ts'
import { getEmailSettings } from '#server/setup/schools/index.ts'
import {
  defaultEnrollmentOf,
  emptyGroup,
  enrollsAnyone,
  entriesOfDates,
  entryOf,
  groupsOfDates,
  inOrder,
  keyOfGroup,
  remindersOf,
  type DeadlineGroup,
  type YearFacts,
} from '../rules.ts'

/** Returns what will happen in a policy year if no record changes until then, and what ran. @throws Problem 404 */
export const readCalendar = async (context: Context, periodId: number): Promise<Calendar> => {
  const { school_id } = await getPeriod(context, periodId)
  const period = await selectPeriodWithRules(context, periodId)
  const today = dayIn(context.clock, officeTimeZone)
  const { rules, state } = period
  const { kinds_off: off } = await getEmailSettings(context, school_id)
  const facts: YearFacts = { today, rules, hasNoReminders: off.includes('deadline_reminder') }
  const groups = enrollsAnyone(period, rules) ? await groupByDeadline(context, periodId, facts) : []
  return {
    today,
    is_open: state === 'open',
    entries: inOrder([
      ...entriesOfDates(rules.dates),
      ...groups.flatMap((group) => [...remindersOf(group, facts), defaultEnrollmentOf(group, facts)]),
      ...(await listCounted(context, { id: periodId, ...rules.dates }, today)),
      ...(await listByDay(context, periodId, 'respond_by', { kind: 'respond_by' })),
      ...(await listByDay(context, periodId, 'planned_status_on', {
        kind: 'planned_status',
        start: 'automatic',
      })),
      ...(await listRuns(context, periodId)),
    ]),
  }
}

/** Reads the students whom auto-enrollment concerns once, each on their own day, and groups them by their deadline. */
const groupByDeadline = async (
  context: Context,
  periodId: number,
  { today, rules }: YearFacts,
): Promise<DeadlineGroup[]> => {
  const groups = groupsOfDates(rules.dates)
  const deadlineOf = ({ facts }: MovableRow) => lastDayFor(rules.dates, facts)
  const dayOf = (row: MovableRow): string => {
    const { day } = deadlineOf(row)
    const dueOn = day === null ? today : dueOnAfter(day, rules.options)
    return dueOn < today ? today : dueOn
  }
  for await (const candidates of readCandidates(context, periodId, { isLocking: false, dayOf }))
    for (const { row, standings, plan } of candidates) {
      const { day, cohort } = deadlineOf(row)
      if (day === null) continue
      const key = keyOfGroup(cohort, day)
      const group = groups.get(key) ?? emptyGroup(cohort, day)
      groups.set(key, group)
      addTo(group.sums, plan)
      const isToRemind = standings.some(({ status, reason }) => status === 'not_started' && reason === 'due')
      if (isToRemind && row.email !== null) group.not_started += 1
    }
  return [...groups.values()]
}

/**
 * Returns how many students have each day in a column, counted as the list does that shows them: without inactive records,
 * and each student on one day.
 */
const listByDay = async (
  context: Context,
  periodId: number,
  field: 'respond_by' | 'planned_status_on',
  { kind, start = null }: Pick<CalendarEntry, 'kind'> & Partial<Pick<CalendarEntry, 'start'>>,
): Promise<CalendarEntry[]> => {
  const where: WhereGroup = { operator: 'and', rules: [{ field, match_mode: 'isNotEmpty' }] }
  const { data } = await listColumnValues(context, periodId, field, { where })
  return data.map(({ value, quantity }) => entryOf(kind, String(value), { count: quantity, start }))
}

const countedRow = z.object({ kind: z.enum(['reverify', 'aging_out']), on: z.string(), count: z.int() })

/**
 * Returns what the students’ own dates bring in each month: waivers to reverify, and coverage that ends because of age. In
 * the current month, reverify dates that are still ahead are listed today, and so is all coverage that ends.
 */
const listCounted = async (
  context: Context,
  period: { readonly id: number; readonly starts_on: string; readonly ends_on: string },
  today: string,
): Promise<CalendarEntry[]> => {
  const options = (await readPublished(context, period.id, waiverConfiguration))?.content
  const starts = {
    reverify: options?.reverifies_nightly ? 'automatic' : 'staff',
    aging_out: options?.ages_out_nightly ? 'automatic' : 'staff',
  } as const
  const lines = sql.join(
    coverages.map(
      (coverage) => sql`(${sql.ref(`sp.${coverage}_status`)}::text,
        ${sql.ref(`sp.${coverage}_waive_verified_on`)}, ${sql.ref(`period.${coverage}_offered`)})`,
    ),
  )
  const { rows } = await sql`
    select 'reverify' as kind, greatest(date_trunc('month', sp.reverify_on::timestamp)::date,
      case when sp.reverify_on >= ${today}::date then ${today}::date end) as "on", count(*)::int as count
    from student_periods sp join periods period on period.id = sp.period_id
    cross join lateral (values ${lines}) line(status, verified_on, offered)
    where sp.period_id = ${period.id} and sp.deleted_at is null and ${scope.within(context, 'sp.school_id')}
      and ${scope.within(context, 'period.school_id')} and ${isReverified} and sp.reverify_on is not null and line.offered
      and line.status = 'waived' and (line.verified_on is null or line.verified_on < sp.reverify_on)
    group by 2
    union all
    select 'aging_out', case left(line.ends_on, 7) when left(${today}, 7) then ${today}::date
      else (left(line.ends_on, 7) || '-01')::date end, count(*)::int
    from (${agingLines(context, period)}) line
    where line.ends_on between ${period.starts_on}::text and ${period.ends_on}::text
    group by 2`.execute(context.db)
  return z
    .parse(z.array(countedRow), rows)
    .map(({ kind, on, count }) => entryOf(kind, on, { count, start: starts[kind] }))
}

const runRow = z.object({
  kind: z.enum(['reminders_sent', 'default_enrollment_run', 'reverification_run']),
  on: z.string(),
  count: z.nullable(z.int()),
  amount: z.nullable(z.string()),
  about_on: z.nullable(z.string()),
  state: z.enum(calendarRunStates),
  started_by_id: z.nullable(z.int()),
  started_by: z.nullable(z.string()),
})

/** Returns the reminders that were sent, and the default enrollments and reverifications that were started. */
const listRuns = async (context: ScopeContext, periodId: number): Promise<CalendarEntry[]> => {
  const { rows } = await sql`
    select run.*, person.first_name || ' ' || person.last_name as started_by
    from (
      select 'default_enrollment_run' as kind, enrollment.run_on as "on", enrollment.students as count,
        enrollment.amount::text as amount, null::date as about_on, job.author_id as started_by_id,
        case when exists (select from changes undo where undo.undoes_change_id = job.change_id) then 'undone'
          when job.state = 'queued' then 'running' else job.state end as state
      from default_enrollments enrollment join jobs job on job.id = enrollment.job_id
      where enrollment.period_id = ${periodId} and ${scope.within(context, 'enrollment.school_id')}
      union all
      select 'reverification_run', (reverification.started_at at time zone ${officeTimeZone})::date,
        (select count(*)::int from reverification_items item
          where item.reverification_id = reverification.id and ${scope.within(context, 'item.school_id')}),
        null, null, reverification.started_by_id, reverification.state
      from period_reverifications reverification
      where reverification.period_id = ${periodId} and ${scope.within(context, 'reverification.school_id')}
      union all
      select 'reminders_sent', (reminder.created_at at time zone ${officeTimeZone})::date, count(*)::int,
        null, reminder.deadline_on, null, 'done'
      from deadline_reminders reminder join student_periods sp on sp.id = reminder.student_period_id
      where sp.period_id = ${periodId} and ${scope.within(context, 'reminder.school_id')}
        and ${scope.within(context, 'sp.school_id')}
      group by 2, 5
    ) run left join users person on person.id = run.started_by_id`.execute(context.db)
  return z
    .parse(z.array(runRow), rows)
    .map(({ kind, on, count, amount, about_on, state, started_by_id: id, started_by: name }) =>
      entryOf(kind, on, {
        count,
        amount,
        about_on,
        start: id === null ? 'automatic' : 'staff',
        run: { state, started_by: id === null ? null : { id, name: name ?? '' } },
      }),
    )
}
