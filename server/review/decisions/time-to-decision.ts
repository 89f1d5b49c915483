import { sql, type RawBuilder } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'

const dayOf = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${instant} at time zone ${sql.lit(officeTimeZone)})::date`

/** Returns how many Mondays to Fridays there were from Monday, 01/05/1970, through a day. */
const businessDaysThrough = (day: RawBuilder<unknown>): RawBuilder<number> => {
  const since = sql`(${day} - date '1970-01-05')`
  return sql`(${since} / 7 * 5 + least(${since} % 7 + 1, 5))`
}

/**
 * Returns the business days from the arrival of the form `form` to its first decision that wasn’t undone; null without
 * one. The day of arrival doesn’t count, nor do Saturdays and Sundays: what arrived and was decided on one day is 0.
 */
export const daysToDecision = (context: Pick<ScopeContext, 'caller'>): RawBuilder<number | null> => sql`(
  select case when first.at is not null then greatest(0,
    ${businessDaysThrough(dayOf(sql`first.at`))} - ${businessDaysThrough(dayOf(sql`form.submitted_at`))}) end
  from (select min(outcome.decided_at) as at from decision_outcomes outcome
    where outcome.submission_id = form.id and outcome.undone_at is null and outcome.outcome <> 'closed'
      and ${scope.within(context, 'outcome.school_id')}) first)`
