import { sql, type RawBuilder } from 'kysely'
import { scope, type ScopeContext } from '../db/scope.ts'
import { officeTimeZone } from '../lib/clock.ts'

const dayOf = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${instant} at time zone ${sql.lit(officeTimeZone)})::date`

/**
 * Returns the business days from the arrival of the form `form` to its first decision that wasn’t undone; null without
 * one. The day of arrival doesn’t count, nor do Saturdays and Sundays: what arrived and was decided on one day is 0.
 */
export const daysToDecision = (context: Pick<ScopeContext, 'caller'>): RawBuilder<number | null> => sql`(
  select case when first.at is not null then (
    select count(*)::int from generate_series(
      ${dayOf(sql`form.submitted_at`)} + 1, ${dayOf(sql`first.at`)}, interval '1 day') day
    where extract(isodow from day) < 6) end
  from (select min(outcome.decided_at) as at from decision_outcomes outcome
    where outcome.submission_id = form.id and outcome.undone_at is null
      and ${scope.within(context, 'outcome.school_id')}) first)`
