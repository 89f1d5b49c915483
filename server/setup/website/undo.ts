import { lockPeriod } from '#server/platform/db/scope.ts'
import * as z from 'zod/mini'
import { pageTexts, slug } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import {
  undoEach,
  type ChangeEntry,
  type Entry,
  type SkippedRecord,
  type UndoHandler,
} from '#server/platform/history/index.ts'
import { readDocument, selectKind } from '#server/setup/period-documents/index.ts'
import { pageEntry, setDeleted, writePage } from './commands/custom-pages.ts'
import { writeShared } from './commands/replace-documents.ts'
import { listFormer, type Former } from './commands/write-setup.ts'
import { findSameAddress } from './queries/sections.ts'
import { findAnyPage, findPage, isTakenSlug } from './queries/pages.ts'

/** Returns the page that a change deleted or restored; null for other changes. */
const removedPageOf = ({
  kind,
  changes: [change],
}: ChangeEntry): { id: number; wasRemoved: boolean } | null => {
  if (kind === 'custom_page_removed') return { id: Number(change?.before), wasRemoved: true }
  return kind === 'custom_page_restored' ? { id: Number(change?.after), wasRemoved: false } : null
}

const takenAddress = 'Another page now uses this URL.'

/** Restores a page that a change deleted, unless another page now has its slug; deletes one that it restored. */
export const undoPages: UndoHandler = (context, _changeId, entries) =>
  undoEach(entries, async (entry) => {
    const page = removedPageOf(entry)
    if (!page) return undefined
    const period = await lockPeriod(context, entry.subject_id)
    const row = await findAnyPage(context, period.id, page.id)
    if (!row || (row.deleted_at !== null) !== page.wasRemoved) return undefined
    if (page.wasRemoved && (await isTakenSlug(context, period.id, row.slug)))
      return { name: row.title, reason: takenAddress }
    await setDeleted(context, page.id, !page.wasRemoved)
    if (page.wasRemoved && (await findSameAddress(context, period.id))) {
      await setDeleted(context, page.id, true)
      return { name: row.title, reason: takenAddress }
    }
    const [before, after] = page.wasRemoved ? [null, page.id] : [page.id, null]
    const kind = page.wasRemoved ? 'custom_page_restored' : 'custom_page_removed'
    return pageEntry(period, kind, row.title, [{ field: 'id', before, after }])
  })

/**
 * Restores what documents and pages contained before a change that wrote several of them, and deletes the pages that it copied,
 * unless they changed again.
 */
export const undoSetup: UndoHandler = async (context, changeId, entries) => {
  const [recorded, left]: [Entry[], SkippedRecord[]] = [[], []]
  const isSetup = entries.some(({ subject_type }) => subject_type === 'period')
  for (const former of isSetup ? await listFormer(context, changeId) : []) {
    const done = await restore(context, former)
    if ('kind' in done) recorded.push(done)
    else left.push({ id: former.period_id, subject_type: 'period', ...done })
  }
  return { entries: recorded, left }
}

type Restored = Entry | Pick<SkippedRecord, 'name' | 'reason'>

const touched = 'It changed after that.'

const restore = async (context: Context, former: Former): Promise<Restored> => {
  const period = await lockPeriod(context, former.period_id)
  if (former.page_id !== null) return restorePage(context, period, former)
  const document = selectKind(former.kind)
  const { version } = await readDocument(context, period.id, document)
  const name = document.label
  if (version !== former.version) return { name, reason: touched }
  const content = z.parse(z.record(z.string(), z.unknown()), former.content)
  return (await writeShared(context, period.id, document, content)) ?? { name, reason: touched }
}

/** A page as a change found it. Changes of texts alone don’t have the rest. */
const formerPage = z.strictObject({
  ...pageTexts.shape,
  slug: z.optional(slug),
  published: z.optional(z.boolean()),
})

const restorePage = async (
  context: Context,
  period: Awaited<ReturnType<typeof lockPeriod>>,
  { page_id, content, version }: Former,
): Promise<Restored> => {
  const page = page_id === null ? undefined : await findPage(context, period.id, page_id)
  if (!page) return { name: 'Custom page', reason: 'The page was deleted.' }
  const name = page.title
  if (page.version !== version) return { name, reason: touched }
  if (content === null) {
    await setDeleted(context, page.id, true)
    return pageEntry(period, 'custom_page_removed', name, [{ field: 'id', before: page.id, after: null }])
  }
  const { slug: address = page.slug, published = page.published, ...texts } = z.parse(formerPage, content)
  if (await isTakenSlug(context, period.id, address, page.id)) return { name, reason: takenAddress }
  const former = { slug: address, published, ...texts }
  return (await writePage(context, period, page, former)) ?? { name, reason: touched }
}
