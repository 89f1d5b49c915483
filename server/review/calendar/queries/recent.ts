import { sql } from 'kysely'
import { isAdmin } from '#contract/platform/access.ts'
import type { RecentEvents } from '#contract/review/calendar/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'

/** Days after which nobody wants to read what they missed. */
const mostDays = 14

/** Counts what happened in a policy year since the user’s last change before today. @throws Problem 404 */
export const readRecentEvents = async (context: Context, periodId: number): Promise<RecentEvents> => {
  await getPeriod(context, periodId)
  const since = await readLastChange(context)
  if (since === null) return { since, ...nothing }
  const me = context.caller.id
  const { rows } = await sql<Omit<RecentEvents, 'since'>>`
    select
      (select count(*)::int from form_submissions f
        where f.period_id = ${periodId} and f.submitted_at > ${since} and ${scope.within(context, 'f.school_id')}) as forms_received,
      (select count(distinct o.submission_id)::int from decision_outcomes o
        join form_submissions f on f.id = o.submission_id and ${scope.within(context, 'f.school_id')}
        where f.period_id = ${periodId} and o.decided_at > ${since} and o.undone_at is null
          and o.decided_by_id <> ${me} and ${scope.within(context, 'o.school_id')}) as forms_decided,
      (select count(*)::int from emails e
        join student_periods sp on sp.id = e.student_period_id and ${scope.within(context, 'sp.school_id')}
        where sp.period_id = ${periodId} and e.state in ('bounced', 'failed')
          and coalesce(e.sent_at, e.send_at) > ${since} and ${scope.within(context, 'e.school_id')}) as emails_failed,
      (select count(*)::int from imports i
        where i.period_id = ${periodId} and i.applied_at > ${since} and i.author_id is distinct from ${me}
          and ${scope.within(context, 'i.school_id')}) as imports,
      (select count(distinct h.student_period_id)::int from history h
        join student_periods sp on sp.id = h.student_period_id and ${scope.within(context, 'sp.school_id')}
        where sp.period_id = ${periodId} and h.at > ${since} and h.actor_id <> ${me}
          and h.cause in ('person', 'bulk', 'import') and ${scope.within(context, 'h.school_id')}) as students_changed`.execute(
    context.db,
  )
  const [counts = nothing] = rows
  return { since, ...counts, ...(isAdmin(context.caller) ? {} : { forms_received: 0, forms_decided: 0 }) }
}

const nothing = { forms_received: 0, forms_decided: 0, emails_failed: 0, imports: 0, students_changed: 0 }

/** Returns when the user made their last change before today; null if that’s long ago. */
const readLastChange = async (context: Context): Promise<string | null> => {
  const today = dayIn(context.clock, officeTimeZone)
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at from changes
    where actor_id = ${context.caller.id} and at < ${today}::date::timestamp at time zone ${officeTimeZone}
      and at > ${today}::date - ${mostDays}::int`.execute(context.db)
  return rows[0]?.at ?? null
}
