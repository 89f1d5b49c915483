import { optionFields } from '#contract/website/dropdowns.ts'
import { getPeriod, lockPeriod } from '../db/scope.ts'
import type { ActEntry, TakeBack } from '../history/index.ts'
import { pageEntry, setDeleted } from './commands/custom-pages.ts'
import { renameInDocuments } from './commands/rename-option.ts'
import { findAnyPage, listPages } from './pages.ts'
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

/** A page that an act deleted, or brought back. */
const pageIn = ({ kind, changes: [change] }: ActEntry): { id: number; wasRemoved: boolean } | null => {
  if (kind === 'custom_page_removed') return { id: Number(change?.before), wasRemoved: true }
  return kind === 'custom_page_restored' ? { id: Number(change?.after), wasRemoved: false } : null
}

/** Brings a page back that an act deleted, unless its address was taken since; and the other way round. */
export const takeBackPages: TakeBack = async (context, _changeId, entries) => {
  const entry = entries.find((one) => pageIn(one) !== null)
  const page = entry && pageIn(entry)
  if (!entry || !page) return { entries: [], left: [] }
  const period = await lockPeriod(context, entry.subject_id)
  const row = await findAnyPage(context, period.id, page.id)
  if (!row || (row.deleted_at !== null) !== page.wasRemoved) return { entries: [], left: [] }
  const isTaken =
    page.wasRemoved && (await listPages(context, period.id)).some(({ slug }) => slug === row.slug)
  if (isTaken) {
    const reason = 'Another page has its address now.'
    return { entries: [], left: [{ id: period.id, subject_type: 'period', name: row.title, reason }] }
  }
  await setDeleted(context, page.id, !page.wasRemoved)
  const [before, after] = page.wasRemoved ? [null, page.id] : [page.id, null]
  const kind = page.wasRemoved ? 'custom_page_restored' : 'custom_page_removed'
  return { entries: [pageEntry(period, kind, row.title, [{ field: 'id', before, after }])], left: [] }
}
