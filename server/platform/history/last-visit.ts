import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'

/** Days after which no one wants to read what they missed. */
const mostDays = 14

/**
 * Returns the `id` and `at` of the last change that a user made before today, as a subquery; no row if that’s long ago.
 * It walks back over the user’s own changes only, and ends at the first one before today.
 */
export const lastVisit = ({ clock }: Pick<Context, 'clock'>, userId: number): RawBuilder<unknown> => {
  // a demo’s day changes no times
  const today = sql`date_trunc('day', ${clock.now().toISOString()}::timestamptz, ${officeTimeZone})`
  return sql`(select visit.id, visit.at from (
      select own.id, own.at from changes own where own.actor_id = ${userId} and own.at < ${today}
      order by own.id desc limit 1) visit
    where visit.at > ${today} - make_interval(days => ${mostDays}))`
}
