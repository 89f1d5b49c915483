import { sql, type RawBuilder } from 'kysely'
import type { PeriodState } from '#contract/setup/periods/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone, type Clock } from '#server/platform/lib/clock.ts'

const columns = [
  'periods.id',
  'periods.school_id',
  'periods.name',
  'periods.starts_on',
  'periods.ends_on',
  'periods.waiver_deadline_on',
  'periods.medical_offered',
  'periods.dental_offered',
  'periods.vision_offered',
  'periods.medical_is_voluntary',
  'periods.version',
] as const

const selectPeriods = (context: Context) =>
  scope.periods(context).select([
    ...columns,
    // the column's CHECK allows exactly the contract's states
    sql<PeriodState>`periods.state`.as('state'),
    sql<number>`(select count(*)::int from student_periods sp
        where sp.period_id = periods.id and sp.deleted_at is null and sp.status = 'active')`.as('students'),
    sql<boolean>`exists (select from period_documents pd
        where pd.period_id = periods.id and pd.school_id = periods.school_id)`.as('has_setup'),
    sql<boolean>`periods.id = ${currentPeriodId(context.clock, sql`periods.school_id`)}`.as('is_current'),
  ])

/**
 * Lists the periods of a school in the order set by staff; those without a position come first, newest at the
 * top.
 */
export const listPeriods = (context: Context, schoolId: number) =>
  selectPeriods(context)
    .where('periods.school_id', '=', schoolId)
    .orderBy('periods.position', (order) => order.asc().nullsFirst())
    .orderBy('periods.starts_on', 'desc')
    .orderBy('periods.id', 'desc')
    .execute()

/** Returns a period with its number of students; undefined if the caller can’t access it. */
export const readPeriod = (context: Context, id: number) =>
  selectPeriods(context).where('periods.id', '=', id).executeTakeFirst()

/** Returns a period’s details. @throws Problem 404 */
export const readAbout = async (context: Context, id: number) => getPeriod(context, id)

/**
 * Returns a subquery for the ID of a school’s current period: the one that includes today, or the next to start, or the
 * last that ended. `schoolId` is a column of the outer query.
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

/** Returns whether another period of the school has this name, whatever its case and accents. */
export const isTakenName = async (
  context: Context,
  {
    schoolId,
    name,
    exceptId = 0,
  }: { readonly schoolId: number; readonly name: string; readonly exceptId?: number },
): Promise<boolean> => {
  const taken = await scope
    .periods(context)
    .select('periods.id')
    .where('periods.school_id', '=', schoolId)
    .where(sql<boolean>`shipmate_fold(periods.name) = shipmate_fold(${name})`)
    .where('periods.id', '<>', exceptId)
    .executeTakeFirst()
  return taken !== undefined
}
