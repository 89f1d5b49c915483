import type { Selectable } from 'kysely'
import { isAdmin } from '#contract/platform/access.ts'
import type { ExportAsk } from '#contract/review/exports/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import type { RequestedRows } from '#server/records/student-periods/index.ts'

/** An export with how far its job is. */
export type ExportRecord = Selectable<DB['exports']> &
  Pick<Selectable<DB['jobs']>, 'state' | 'done' | 'total' | 'message'>

const unexpired = (context: Context) =>
  scope
    .exports(context)
    .innerJoin('jobs', 'jobs.id', 'exports.job_id')
    .selectAll('exports')
    .select(['jobs.state', 'jobs.done', 'jobs.total', 'jobs.message'])
    .where('exports.expires_at', '>', context.clock.now().toISOString())

/** Returns an export of the caller, or any for product admins. @throws Problem 404, also after it expired */
export const getExport = async (context: Context, id: number): Promise<ExportRecord> => {
  const found = await unexpired(context).where('exports.id', '=', id).executeTakeFirst()
  if (!found || (found.author_id !== context.caller.id && !isAdmin(context.caller))) throw problem.notFound()
  // users who are no longer product admins can't see SSNs
  if (found.includes_ssn && !isAdmin(context.caller)) throw problem.notFound()
  return found
}

/** Lists the caller’s own exports of a period that haven’t expired, newest first. */
export const listOwnExports = (context: Context, periodId: number): Promise<ExportRecord[]> =>
  unexpired(context)
    .where('exports.period_id', '=', periodId)
    .where('exports.author_id', '=', context.caller.id)
    // users who are no longer product admins can't see SSNs
    .$if(!isAdmin(context.caller), (query) => query.where('exports.includes_ssn', '=', false))
    .orderBy('exports.id', 'desc')
    .limit(20)
    .execute()

/** Returns the rows of a request. @throws Problem 404, 422 on the IDs */
export const rowsOf = async (
  context: Context,
  { period_id, selection, ids }: ExportAsk,
): Promise<RequestedRows> => {
  if (ids) return { period_id: await periodOfIds(context, ids), ids }
  // the contract requires one of them
  return selection ?? { period_id: period_id ?? 0 }
}

/**
 * Returns the period of the records with these IDs.
 * @throws Problem 404 on an unknown or foreign one, 422 if they’re in several periods
 */
const periodOfIds = async (context: Context, ids: readonly number[]): Promise<number> => {
  const rows = await scope
    .studentPeriods(context)
    .select((row) => ['student_periods.period_id', row.fn.countAll<number>().as('quantity')])
    .where('student_periods.id', 'in', [...ids])
    .groupBy('student_periods.period_id')
    .execute()
  const [first, ...others] = rows
  const found = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  if (!first || found !== new Set(ids).size) throw problem.notFound()
  if (others.length > 0) throw problem.invalid({ ids: 'Choose students from one policy year to export.' })
  return first.period_id
}

/** Returns a school’s name for the name of its export file; '' if the caller can’t access the school. */
export const nameOfSchool = async (context: ScopeContext, id: number): Promise<string> =>
  (await scope.schools(context).select('schools.name').where('schools.id', '=', id).executeTakeFirst())
    ?.name ?? ''
