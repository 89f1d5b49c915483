import type { Selectable } from 'kysely'
import { isAdmin } from '#contract/access.ts'
import type { ExportAsk } from '#contract/exports/shapes.ts'
import type { Context } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { scope } from '../db/scope.ts'
import { problem } from '../problem.ts'
import type { EveryRow } from '../student-periods/index.ts'

export type ExportRecord = Selectable<DB['exports']>

const kept = (context: Context) =>
  scope
    .exports(context)
    .selectAll('exports')
    .where('exports.expires_at', '>', context.clock.now().toISOString())

/** An export of the caller's, or anybody's for product admins. @throws Problem 404, also once it is gone */
export const getExport = async (context: Context, id: number): Promise<ExportRecord> => {
  const found = await kept(context).where('exports.id', '=', id).executeTakeFirst()
  if (!found || (found.author_id !== context.caller.id && !isAdmin(context.caller))) throw problem.notFound()
  // whoever is no product admin any more sees no SSNs
  if (found.includes_ssn && !isAdmin(context.caller)) throw problem.notFound()
  return found
}

/** The caller's own exports of a period that are still kept, the latest first. */
export const listOwnExports = (context: Context, periodId: number): Promise<ExportRecord[]> =>
  kept(context)
    .where('exports.period_id', '=', periodId)
    .where('exports.author_id', '=', context.caller.id)
    // whoever is no product admin any more sees no SSNs
    .$if(!isAdmin(context.caller), (query) => query.where('exports.includes_ssn', '=', false))
    .orderBy('exports.id', 'desc')
    .limit(20)
    .execute()

/** Which rows an ask means. @throws Problem 404, 422 on the ids */
export const whichOf = async (
  context: Context,
  { period_id, selection, ids }: ExportAsk,
): Promise<EveryRow> => {
  if (ids) return { period_id: await periodOfIds(context, ids), ids }
  // the contract has made sure that one of them is there
  return selection ?? { period_id: period_id ?? 0 }
}

/** The period of the records that ids name. @throws Problem 404 on an unknown or foreign one, 422 on several periods */
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
  if (others.length > 0)
    throw problem.invalid({ ids: 'Only records of one policy year can be exported together.' })
  return first.period_id
}

/** The name of a school, for that of a file. */
export const nameOfSchool = async (context: Context, id: number): Promise<string> =>
  (await scope.schools(context).select('schools.name').where('schools.id', '=', id).executeTakeFirst())
    ?.name ?? ''
