import { optionFields } from '#contract/setup/website/dropdowns.ts'
import { getPeriod, lockPeriod } from '#server/platform/db/scope.ts'
import { undoEach, type ChangeEntry, type UndoHandler } from '#server/platform/history/index.ts'
import { pageEntry, setDeleted } from './commands/custom-pages.ts'
import { renameInDocuments } from './commands/rename-option.ts'
import { findAnyPage, listPages } from './pages.ts'
import type { Renaming } from './rules/options.ts'

/** Returns the rename that reverses another; null if two options were merged. */
const reverseOf = ({ changes: [change] }: ChangeEntry): Renaming | null => {
  const field = optionFields.find((name) => change?.field === `options.${name}`)
  return field ? { field, from: String(change?.after), to: String(change?.before) } : null
}

/** Undoes the rename of an option in a period’s setup. Its records are reverted with the student-periods. */
export const undoOptions: UndoHandler = async (context, _changeId, entries) => {
  const entry = entries.find(({ kind }) => kind === 'option_renamed')
  if (!entry) return { entries: [], left: [] }
  const period = await getPeriod(context, entry.subject_id)
  const back = reverseOf(entry)
  if (back) return { entries: await renameInDocuments(context, period.id, back), left: [] }
  const reason = 'The rename merged two options. Add the other option again.'
  return { entries: [], left: [{ id: period.id, subject_type: 'period', name: period.name, reason }] }
}

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
