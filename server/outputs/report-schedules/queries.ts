import { sql } from 'kysely'
import type { MadeReport } from '#contract/outputs/report-schedules/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

const selectSchedules = (context: ScopeContext) =>
  scope
    .reportSchedules(context)
    .innerJoin('schools', 'schools.id', 'report_schedules.school_id')
    .selectAll('report_schedules')
    .select('schools.time_zone')

export type ScheduleRow = Awaited<ReturnType<ReturnType<typeof selectSchedules>['executeTakeFirstOrThrow']>>

/** Lists the schedules of a period in the order they were added. */
export const listSchedules = (context: ScopeContext, periodId: number): Promise<ScheduleRow[]> =>
  selectSchedules(context)
    .where('report_schedules.period_id', '=', periodId)
    .orderBy('report_schedules.id')
    .execute()

/** Returns a schedule and locks it until the end of the transaction. @throws Problem 404 */
export const lockSchedule = async (context: ScopeContext, id: number): Promise<ScheduleRow> => {
  const found = await selectSchedules(context)
    .where('report_schedules.id', '=', id)
    .forUpdate('report_schedules')
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/** Someone who can open reports. */
interface Reader {
  readonly id: number
  readonly name: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** Returns the users who can open reports, by name. Reports are for product admins, as their endpoints say. */
export const listReaders = async (
  { db }: Pick<Context, 'db'>,
  ids: readonly number[] | null = null,
): Promise<Reader[]> => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('permission', '=', 'shipmate_admin')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .$if(ids !== null, (query) => query.where('id', '=', sql<number>`any(${[...(ids ?? [])]}::bigint[])`))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, name: `${row.first_name} ${row.last_name}` }))
}

/** Returns names by user ID, also of users who no longer have access. */
export const namesOf = async (
  { db }: Pick<Context, 'db'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]))
}

/** A made file, and its schedule. */
interface MadeRow extends MadeReport {
  readonly schedule_id: number
}

/** The most files that a schedule lists. */
const mostMade = 40

/** Returns the files of some schedules that haven’t expired, newest first. */
export const listMade = async (
  context: ScopeContext & Pick<Context, 'clock'>,
  scheduleIds: readonly number[],
): Promise<MadeRow[]> => {
  const { rows } = await sql<MadeRow>`
    select made.id, made.schedule_id, made.created_at, made.file_name, made.rows, made.expires_at, job.message,
      case job.state when 'running' then 'queued' else job.state end as state,
      case when maker.id is not null
        then json_build_object('id', maker.id, 'name', maker.first_name || ' ' || maker.last_name) end as made_by
    from (select one.*, row_number() over (partition by one.schedule_id order by one.id desc) as place
      from made_reports one
      where ${scope.within(context, 'one.school_id')} and one.schedule_id = any(${[...scheduleIds]}::bigint[])
        and one.expires_at > ${context.clock.now().toISOString()}) made
    join jobs job on job.id = made.job_id
    left join users maker on maker.id = made.made_by_id
    where made.place <= ${mostMade}
    order by made.id desc`.execute(context.db)
  return rows
}
