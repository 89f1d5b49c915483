import type { CustomPage, CustomPageHead } from '#contract/website/custom-pages.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { sql } from 'kysely'
import { problem } from '../problem.ts'

const headColumns = [
  'period_pages.id',
  'period_pages.key',
  'period_pages.title',
  'period_pages.slug',
  'period_pages.published',
  'period_pages.version',
] as const

const selectPages = (context: ScopeContext, periodId: number) =>
  scope
    .periodPages(context)
    .select(headColumns)
    .where('period_pages.period_id', '=', periodId)
    .orderBy('period_pages.position')
    .orderBy('period_pages.id')

/** Counts pages from 1, whichever were removed between them. */
const inOrder = <P>(rows: readonly P[]): (P & { order: number })[] =>
  rows.map((row, index) => ({ ...row, order: index + 1 }))

/** The pages of a period in their order, without their bodies. */
export const listPages = async (context: ScopeContext, periodId: number): Promise<CustomPageHead[]> =>
  inOrder(await selectPages(context, periodId).execute())

/** The pages of a period in their order, with their bodies. */
export const listWholePages = async (context: ScopeContext, periodId: number): Promise<CustomPage[]> =>
  inOrder(await selectPages(context, periodId).select('period_pages.body').execute())

/** A page of a period whole. @throws Problem 404 */
export const getPage = async (context: ScopeContext, periodId: number, id: number): Promise<CustomPage> => {
  const page = (await listWholePages(context, periodId)).find((one) => one.id === id)
  if (!page) throw problem.notFound()
  return page
}

/** A page whether deleted or not, locked. */
export const findAnyPage = async (
  context: ScopeContext,
  periodId: number,
  id: number,
): Promise<
  { readonly title: string; readonly slug: string; readonly deleted_at: string | null } | undefined
> => {
  const { rows } = await sql<{ title: string; slug: string; deleted_at: string | null }>`
    select title, slug, deleted_at from period_pages where id = ${id} and period_id = ${periodId}
      and ${scope.within(context, 'school_id')} for update`.execute(context.db)
  return rows[0]
}
