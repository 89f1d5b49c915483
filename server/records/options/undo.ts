import { optionFields } from '#contract/setup/period-documents/dropdowns.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { ChangeEntry, UndoHandler } from '#server/platform/history/index.ts'
import type { Renaming } from '#server/setup/website/index.ts'
import { renameInDocuments } from './commands/rename-option.ts'

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
