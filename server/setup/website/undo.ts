import { lockPeriod } from '#server/platform/db/scope.ts'
import { undoEach, type ChangeEntry, type UndoHandler } from '#server/platform/history/index.ts'
import { pageEntry, setDeleted } from './commands/custom-pages.ts'
import { findAnyPage, listPages } from './queries.ts'

/** Returns the page that a change deleted or restored; null for other changes. */
const removedPageOf = ({
  kind,
  changes: [change],
}: ChangeEntry): { id: number; wasRemoved: boolean } | null => {
  if (kind === 'custom_page_removed') return { id: Number(change?.before), wasRemoved: true }
  return kind === 'custom_page_restored' ? { id: Number(change?.after), wasRemoved: false } : null
}

/** Restores a page that a change deleted, unless another page now has its slug; deletes one that it restored. */
export const undoPages: UndoHandler = (context, _changeId, entries) =>
  undoEach(entries, async (entry) => {
    const page = removedPageOf(entry)
    if (!page) return undefined
    const period = await lockPeriod(context, entry.subject_id)
    const row = await findAnyPage(context, period.id, page.id)
    if (!row || (row.deleted_at !== null) !== page.wasRemoved) return undefined
    const isTaken =
      page.wasRemoved && (await listPages(context, period.id)).some(({ slug }) => slug === row.slug)
    if (isTaken) return { name: row.title, reason: 'Another page now uses this URL.' }
    await setDeleted(context, page.id, !page.wasRemoved)
    const [before, after] = page.wasRemoved ? [null, page.id] : [page.id, null]
    const kind = page.wasRemoved ? 'custom_page_restored' : 'custom_page_removed'
    return pageEntry(period, kind, row.title, [{ field: 'id', before, after }])
  })
