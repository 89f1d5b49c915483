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

/** The pages of a period in their order, counted from 1 whatever went away between them. */
export const listPages = async (context: ScopeContext, periodId: number): Promise<CustomPageHead[]> => {
  const rows = await scope
    .pages(context)
    .select(headColumns)
    .where('period_pages.period_id', '=', periodId)
    .orderBy('period_pages.position')
    .orderBy('period_pages.id')
    .execute()
  return rows.map((row, index) => ({ ...row, order: index + 1 }))
}

/** A page of a period whole. @throws Problem 404 */
export const getPage = async (context: ScopeContext, periodId: number, id: number): Promise<CustomPage> => {
  const row = await scope
    .pages(context)
    .select([...headColumns, 'period_pages.body'])
    .where('period_pages.period_id', '=', periodId)
    .where('period_pages.id', '=', id)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  const order = (await listPages(context, periodId)).findIndex((page) => page.id === id) + 1
  return { ...row, order }
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
