import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { customPages, type CustomPage } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type getPeriod } from '#server/platform/db/scope.ts'
import { recordHistory, startChange, type Entry } from '#server/platform/history/index.ts'
import { readDocument } from '#server/setup/period-documents/index.ts'
import type { CopiedPage } from './copy-pages.ts'
import { pageEntry, writePage } from './custom-pages.ts'
import { writeShared } from './replace-documents.ts'

type Period = Awaited<ReturnType<typeof getPeriod>>

/** The new content of a document or of a custom page, or a page that was just copied. */
export type SetupWrite =
  | { readonly document: PeriodDocument; readonly content: Readonly<Record<string, unknown>> }
  | { readonly page: CustomPage; readonly content: Partial<PageContent> }
  | { readonly copied: CopiedPage }

type PageContent = Pick<CustomPage, 'title' | 'slug' | 'body' | 'es' | 'published'>

/**
 * Writes documents and custom pages of a locked period as one change; its undo restores the content that each had.
 * @throws Problem 422 by field
 */
export const writeSetup = async (
  context: Context,
  period: Period,
  writes: readonly SetupWrite[],
): Promise<void> => {
  const kind = { kind: 'period_document_changed', schoolId: period.school_id, undoable: true } as const
  const changeId = await startChange(context, kind)
  const entries: Entry[] = []
  for (const write of writes) {
    const done = await writeAny(context, period, write)
    if (!done) continue
    entries.push(done.entry)
    await context.db
      .insertInto('former_setup')
      .values({ ...done.former, school_id: period.school_id, period_id: period.id, change_id: changeId })
      .execute()
  }
  await recordHistory(context, kind, entries)
}

interface Done {
  readonly entry: Entry
  readonly former: {
    readonly kind: string
    readonly page_id: number | null
    readonly content: string
    readonly version: number
  }
}

const writeAny = async (context: Context, period: Period, write: SetupWrite): Promise<Done | null> => {
  if ('copied' in write) return copiedPage(period, write.copied)
  return 'page' in write ? writeOnePage(context, period, write) : writeOne(context, period, write)
}

const copiedPage = (period: Period, { id, title, version }: CopiedPage): Done => ({
  entry: pageEntry(period, 'custom_page_created', title, [{ field: 'id', before: null, after: id }]),
  // it had no content before
  former: { kind: customPages, page_id: id, content: 'null', version },
})

const writeOne = async (
  context: Context,
  period: Period,
  { document, content }: Extract<SetupWrite, { document: unknown }>,
): Promise<Done | null> => {
  const { version: _version, ...former } = await readDocument(context, period.id, document)
  const entry = await writeShared(context, period.id, document, content)
  if (!entry) return null
  const { version } = await readDocument(context, period.id, document)
  return { entry, former: { kind: document.kind, page_id: null, content: JSON.stringify(former), version } }
}

const writeOnePage = async (
  context: Context,
  period: Period,
  { page, content }: Extract<SetupWrite, { page: unknown }>,
): Promise<Done | null> => {
  const { id, title, body, es, slug, published, version } = page
  const before = { title, slug, body, es, published }
  const entry = await writePage(context, period, page, { ...before, ...content })
  if (!entry) return null
  const former = JSON.stringify(before)
  return { entry, former: { kind: customPages, page_id: id, content: former, version: version + 1 } }
}

/** What a document or page contained before a change. */
export interface Former {
  readonly period_id: number
  readonly kind: string
  readonly page_id: number | null
  readonly content: unknown
  readonly version: number
}

/** Lists what the documents and pages that a change wrote contained before. */
export const listFormer = (context: Context, changeId: number): Promise<Former[]> =>
  scope
    .formerSetup(context)
    .select([
      'former_setup.period_id',
      'former_setup.kind',
      'former_setup.page_id',
      'former_setup.content',
      'former_setup.version',
    ])
    .where('former_setup.change_id', '=', changeId)
    .orderBy('former_setup.id')
    .execute()
