import { optionFields } from '#contract/website/dropdowns.ts'
import { getPeriod } from '../db/scope.ts'
import type { ActEntry, TakeBack } from '../history/index.ts'
import { renameInDocuments } from './commands/rename-option.ts'
import type { Renaming } from './rules/options.ts'

/** The renaming that takes another one back; null when two options became one. */
const backFrom = ({ changes: [change] }: ActEntry): Renaming | null => {
  const field = optionFields.find((name) => change?.field === `options.${name}`)
  return field ? { field, from: String(change?.after), to: String(change?.before) } : null
}

/** Takes the renaming of an option back in the set-up of its period; its records are student-periods' own part. */
export const takeBackOptions: TakeBack = async (context, _changeId, entries) => {
  const entry = entries.find(({ kind }) => kind === 'option_renamed')
  if (!entry) return { entries: [], left: [] }
  const period = await getPeriod(context, entry.subject_id)
  const back = backFrom(entry)
  if (back) return { entries: await renameInDocuments(context, period.id, back), left: [] }
  const reason = 'Two options became one there: add the other again by hand.'
  return { entries: [], left: [{ id: period.id, subject_type: 'period', name: period.name, reason }] }
}
