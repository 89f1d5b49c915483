import { sql, type RawBuilder } from 'kysely'
import { dayIn, officeTimeZone, type Clock } from '../lib/clock.ts'

/**
 * The current period of a school, as a subquery giving its id (decisions section 1): the one that holds today,
 * else the next to start, else the last ended. `schoolId` is a column of the query around it.
 */
export const currentPeriodId = (clock: Clock, schoolId: RawBuilder<unknown>): RawBuilder<number | null> => {
  const today = sql`${dayIn(clock, officeTimeZone)}::date`
  // scope: a part of queries; the school is that of the row around it, which they find through the scope
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
