import type * as z from 'zod/mini'
import {
  pageTexts,
  type customPageChange,
  type newCustomPage,
  type CustomPage,
} from '#contract/setup/website/custom-pages.ts'
import { texts } from '#contract/platform/problem.ts'
import { withOriginals } from '#contract/platform/translation.ts'
import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod, scope, type getPeriod } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory, type Entry } from '#server/platform/history/index.ts'
import { cleanText } from '#server/platform/lib/cleaning.ts'
import { freeSlug, slugFrom } from '#server/platform/lib/slug.ts'
import { problem } from '#server/platform/problem.ts'
import { documentChanges } from '#server/setup/period-documents/index.ts'
import { getPage, isTakenSlug, listPages } from '../queries/pages.ts'

type Period = Awaited<ReturnType<typeof getPeriod>>

/** Returns the period’s history entry for a page, with fields as `custom-pages[Title].body`. */
export const pageEntry = (
  period: Period,
  kind: HistoryKind,
  title: string,
  changes: readonly FieldChange[],
): Entry => ({
  kind,
  subject: { type: 'period', id: period.id },
  school_id: period.school_id,
  changes: changes.map(({ field, ...change }) => ({ field: `custom-pages[${title}].${field}`, ...change })),
})

const record = async (context: Context, entry: Entry, undoable = false): Promise<void> => {
  await recordHistory(context, { kind: entry.kind, schoolId: entry.school_id ?? null, undoable }, [entry])
}

/** Checks that no other page has the slug. @throws Problem 422 on `slug` */
const assertFreeSlug = async (
  context: Context,
  periodId: number,
  slug: string,
  exceptId = 0,
): Promise<void> => {
  if (await isTakenSlug(context, periodId, slug, exceptId)) throw problem.invalid({ slug: texts.taken })
}

/** Returns a slug from the page’s title, with room for a number. */
const slugFor = (title: string, pages: readonly { readonly slug: string }[]): string => {
  const base = slugFrom(title).slice(0, 70) || 'page'
  return freeSlug(
    base,
    pages.map(({ slug }) => slug),
  )
}

const cleanBody = async (body: string, path = 'body'): Promise<string> =>
  (await cleanText(path, body, { profile: 'website' })) ?? ''

type Translation = CustomPage['es']
type PageTexts = Pick<CustomPage, 'title' | 'body' | 'es'>

/** Cleans the Spanish texts of a page and notes which English they were written for. */
const cleanTranslation = async (
  { es, ...english }: PageTexts,
  before: PageTexts | null,
): Promise<Translation> => {
  const cleaned = es?.body == null ? es : { ...es, body: await cleanBody(es.body, 'es.body') }
  return withOriginals(pageTexts, { ...english, ...(cleaned ? { es: cleaned } : {}) }, before).es
}

const toJson = (es: Translation): string | null => (es === undefined ? null : JSON.stringify(es))

/** Adds a page at the end. Returns its ID. @throws Problem 404; 422 on `slug` */
export const createPage = async (
  context: Context,
  periodId: number,
  { title, slug, body = '', es, published = false }: z.output<typeof newCustomPage>,
): Promise<number> => {
  const cleaned = await cleanBody(body)
  const translation = await cleanTranslation({ title, body: cleaned, es }, null)
  const period = await lockPeriod(context, periodId)
  const pages = await listPages(context, periodId)
  if (slug != null) await assertFreeSlug(context, periodId, slug)
  const now = context.clock.now().toISOString()
  const values = { title, slug: slug ?? slugFor(title, pages), body: cleaned, published }
  const { id } = await context.db
    .insertInto('period_pages')
    .values({
      ...values,
      es: toJson(translation),
      school_id: period.school_id,
      period_id: periodId,
      key: crypto.randomUUID(),
      position: pages.length + 1,
      created_at: now,
      updated_at: now,
      updated_by: context.caller.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const told = [
    ...fieldChanges({ body: '', published: false }, values),
    ...documentChanges('es', {}, translation ?? {}),
  ]
  await record(context, pageEntry(period, 'custom_page_created', title, told))
  return id
}

/** Replaces a page and cleans its text. @throws Problem 404; 409 with the current page; 422 on `slug` */
export const replacePage = async (
  context: Context,
  periodId: number,
  id: number,
  { version, ...sent }: z.output<typeof customPageChange>,
): Promise<void> => {
  const period = await lockPeriod(context, periodId)
  const before = await getPage(context, periodId, id)
  if (version !== undefined && version !== before.version) throw problem.stale(before)
  const entry = await writePage(context, period, before, sent)
  if (entry) await record(context, entry)
}

/** Replaces a page of a locked period without recording it. Returns the entry, or null if nothing changed. @throws Problem 422 on `slug` */
export const writePage = async (
  context: Context,
  period: Period,
  before: CustomPage,
  { es, ...sent }: Omit<z.output<typeof customPageChange>, 'version'>,
): Promise<Entry | null> => {
  const { id } = before
  const body = await cleanBody(sent.body)
  const translation = await cleanTranslation({ title: sent.title, body, es }, before)
  await assertFreeSlug(context, period.id, sent.slug, id)
  const after = { ...sent, body }
  const changes = [
    ...fieldChanges({ ...before }, after),
    ...documentChanges('es', before.es ?? {}, translation ?? {}),
  ]
  if (changes.length === 0) return null
  await scope
    .update(context, 'period_pages')
    .set({
      ...after,
      es: toJson(translation),
      version: before.version + 1,
      updated_at: context.clock.now().toISOString(),
      updated_by: context.caller.id,
    })
    .where('id', '=', id)
    .execute()
  return pageEntry(period, 'custom_page_changed', before.title, changes)
}

/** Deletes or restores a page, without history. */
export const setDeleted = async (context: Context, id: number, isDeleted: boolean): Promise<void> => {
  const now = context.clock.now().toISOString()
  await scope
    .update(context, 'period_pages')
    .set({ deleted_at: isDeleted ? now : null, updated_at: now, updated_by: context.caller.id })
    .where('id', '=', id)
    .execute()
}

/** Deletes a page; undo restores it. @throws Problem 404 */
export const removePage = async (context: Context, periodId: number, id: number): Promise<void> => {
  const period = await lockPeriod(context, periodId)
  const { title } = await getPage(context, periodId, id)
  await setDeleted(context, id, true)
  const gone = [{ field: 'id', before: id, after: null }]
  await record(context, pageEntry(period, 'custom_page_removed', title, gone), true)
}

/** Reorders the pages. @throws Problem 404; 409 with the pages unless each is listed exactly once */
export const orderPages = async (
  context: Context,
  periodId: number,
  ids: readonly number[],
): Promise<void> => {
  const period = await lockPeriod(context, periodId)
  const pages = await listPages(context, periodId)
  const isWhole = ids.length === pages.length && pages.every(({ id }) => ids.includes(id))
  if (!isWhole) throw problem.stale(pages)
  for (const [index, id] of ids.entries())
    await scope
      .update(context, 'period_pages')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  const after = await listPages(context, periodId)
  const changes = fieldChanges(
    { 'custom-pages.order': pages.map(({ title }) => title) },
    { 'custom-pages.order': after.map(({ title }) => title) },
  )
  if (changes.length === 0) return
  const place = { subject: { type: 'period', id: periodId }, school_id: period.school_id } as const
  await record(context, { kind: 'custom_pages_ordered', ...place, changes })
}
