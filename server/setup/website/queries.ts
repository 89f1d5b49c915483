import { sql } from 'kysely'
import { optionFields, type OptionField } from '#contract/setup/period-documents/dropdowns.ts'
import type { CustomPage, CustomPageHead } from '#contract/setup/website/custom-pages.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

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

/** Lists the pages of a period in order, with their bodies. */
export const listFullPages = async (context: ScopeContext, periodId: number): Promise<CustomPage[]> =>
  inOrder(
    (await selectPages(context, periodId).select(['period_pages.body', pageTranslation]).execute()).map(
      ({ es, ...page }) => (es === null ? page : { ...page, es }),
    ),
  )

const pageTranslation = sql<NonNullable<CustomPage['es']> | null>`period_pages.es`.as('es')

/** Returns a whole page of a period. @throws Problem 404 */
export const getPage = async (context: ScopeContext, periodId: number, id: number): Promise<CustomPage> => {
  const page = (await listFullPages(context, periodId)).find((one) => one.id === id)
  if (!page) throw problem.notFound()
  return page
}

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

/** Counts records by value. Spellings that differ only in case and accents are one. */
interface OptionUse {
  readonly field: OptionField
  readonly value: string
  readonly quantity: number
}

/** The most values listed for each field; the rarest are left out. */
const mostValues = 500

/** Returns the values of one field in a period’s records, most frequent first. */
export const countUses = async (
  context: ScopeContext,
  periodId: number,
  field: OptionField,
): Promise<OptionUse[]> => {
  const value = sql<string>`${sql.ref(`student_periods.${field}`)}::text`
  const rows = await scope
    .studentPeriods(context)
    .select([
      sql<string>`mode() within group (order by ${value})`.as('value'),
      sql<number>`count(*)::int`.as('quantity'),
    ])
    .where('student_periods.period_id', '=', periodId)
    .where(`student_periods.${field}`, 'is not', null)
    .groupBy(sql`shipmate_fold(${value})`)
    .orderBy('quantity', 'desc')
    .orderBy('value')
    .limit(mostValues)
    .execute()
  return rows.map((row) => ({ field, ...row }))
}

/** Returns the values of every field with options. */
export const listUses = async (context: ScopeContext, periodId: number): Promise<OptionUse[]> =>
  (await Promise.all(optionFields.map((field) => countUses(context, periodId, field)))).flat()
