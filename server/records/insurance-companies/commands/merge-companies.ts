import type { CompanyMove } from '#contract/records/insurance-companies/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory, type ChangeKind } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { moveUses } from '#server/records/student-periods/index.ts'
import { assertPreviewCurrent, previewMove, type Expected } from '../preview.ts'
import type { CompanyRow } from '../queries.ts'
import { gainedLists } from '../rules.ts'
import { companyEntry, lockCompanies, lockNames, writeCompany, type CompanyFields } from '../write.ts'

/** The company to merge and the company to keep. */
export interface Merge extends Expected {
  readonly id: number
  readonly merge_into_id: number
}

/** Returns both companies, locked. @throws Problem 404 on the first, 422 on the second */
const lockBoth = async (context: Context, { id, merge_into_id }: Merge) => {
  await lockNames(context)
  const found = await lockCompanies(context, [id, merge_into_id])
  const [from, into] = [found.get(id), found.get(merge_into_id)]
  if (!from) throw problem.notFound()
  if (!into || id === merge_into_id) throw problem.selected('merge_into_id')
  return { from, into }
}

/** Returns a preview of a merge. @throws Problem 404, 422 */
export const previewMerge = async (context: Context, merge: Merge): Promise<CompanyMove> => {
  const { from, into } = await lockBoth(context, merge)
  return { ...(await previewMove(context, { company: from.id }, into)), gained: gainedLists(into, from) }
}

/**
 * Merges a company into another as one change. Its records use the other company, which gets its names and
 * payer IDs; then it’s removed.
 * @throws Problem 404, 409 if the preview is no longer current, 422
 */
export const mergeCompanies = async (context: Context, merge: Merge): Promise<CompanyMove> => {
  const { from, into } = await lockBoth(context, merge)
  const gained = gainedLists(into, from)
  const move: CompanyMove = { ...(await previewMove(context, { company: from.id }, into)), gained }
  assertPreviewCurrent(merge, move)
  const kind: ChangeKind = { kind: 'insurance_companies_merged', cause: 'bulk', undoable: true }
  await moveUses(context, { company: from.id }, into.id, kind)
  await writeCompany(context, from.id, { deleted_at: context.clock.now().toISOString() })
  const entries = [
    companyEntry(from.id, 'insurance_company_removed', [{ field: 'name', before: from.name, after: null }]),
  ]
  const fields = withGained(into, gained)
  const changes = fieldChanges({ ...into }, fields)
  if (changes.length > 0) {
    await writeCompany(context, into.id, fields)
    entries.push(companyEntry(into.id, 'insurance_company_changed', changes))
  }
  await recordHistory(context, kind, entries)
  return move
}

const withGained = (into: CompanyRow, gained: CompanyMove['gained']): CompanyFields =>
  Object.fromEntries(gained.map(({ field, values }) => [field, [...into[field], ...values]]))
