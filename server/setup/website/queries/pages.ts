import { sql } from 'kysely'
import type { CustomPage, CustomPageHead } from '#contract/setup/website/custom-pages.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { personOf } from '#server/setup/period-documents/index.ts'

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

/** Numbers pages from 1, without deleted ones. */
const inOrder = <P>(rows: readonly P[]): (P & { order: number })[] =>
  rows.map((row, index) => ({ ...row, order: index + 1 }))

/** Lists the pages of a period in order, without their bodies. */
export const listPages = async (context: ScopeContext, periodId: number): Promise<CustomPageHead[]> =>
  inOrder(await selectPages(context, periodId).execute())

/** Lists the pages of a period in order, each with who saved it last. */
export const listPageWriters = (context: ScopeContext, periodId: number) =>
  selectPages(context, periodId)
    .clearSelect()
    .select([
      'period_pages.id',
      'period_pages.title',
      'period_pages.published',
      'period_pages.version',
      'period_pages.updated_at',
      personOf('period_pages.updated_by').as('updated_by'),
    ])
    .execute()

/** Lists the pages of a period in order, with their bodies. */
export const listFullPages = async (context: ScopeContext, periodId: number): Promise<CustomPage[]> =>
  inOrder(
    (await selectPages(context, periodId).select(['period_pages.body', pageTranslation]).execute()).map(
      ({ es, ...page }) => (es === null ? page : { ...page, es }),
    ),
  )

const pageTranslation = sql<NonNullable<CustomPage['es']> | null>`period_pages.es`.as('es')

/** Returns a whole page of a period; undefined if it was deleted. */
export const findPage = async (
  context: ScopeContext,
  periodId: number,
  id: number,
): Promise<CustomPage | undefined> => (await listFullPages(context, periodId)).find((page) => page.id === id)

/** Returns a whole page of a period. @throws Problem 404 */
export const getPage = async (context: ScopeContext, periodId: number, id: number): Promise<CustomPage> => {
  const page = await findPage(context, periodId, id)
  if (!page) throw problem.notFound()
  return page
}

/** Returns whether another page of a period has a slug. */
export const isTakenSlug = async (
  context: ScopeContext,
  periodId: number,
  slug: string,
  exceptId = 0,
): Promise<boolean> =>
  (await listPages(context, periodId)).some((page) => page.slug === slug && page.id !== exceptId)

/** Returns a page, deleted or not, locked. */
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
