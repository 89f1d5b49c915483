import { sql, type RawBuilder } from 'kysely'
import { dayIn, officeTimeZone, type Clock } from '#server/platform/lib/clock.ts'

/**
 * Returns a subquery for the ID of a school’s current period (decisions section 1): the one that includes
 * today, or the next to start, or the last that ended. `schoolId` is a column of the outer query.
 */
export const currentPeriodId = (clock: Clock, schoolId: RawBuilder<unknown>): RawBuilder<number | null> => {
  const today = sql`${dayIn(clock, officeTimeZone)}::date`
  // scope: part of other queries; the school is from their row, which they find through the scope
  return sql<number | null>`(
    select current_period.id from periods current_period
    where current_period.school_id = ${schoolId} and current_period.deleted_at is null
    order by case
        when ${today} between current_period.starts_on and current_period.ends_on then 0
        when current_period.starts_on > ${today} then 1
        else 2 end,
      case when current_period.starts_on > ${today} then current_period.starts_on - ${today}
        else ${today} - current_period.ends_on end,
      current_period.id desc
    limit 1)`
}
