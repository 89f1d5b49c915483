import { coverages } from '#contract/platform/coverage/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory, type ChangeKind } from '#server/platform/history/index.ts'
import { lockUses, type CompanyUse, type UsingRow } from '../queries/company-uses.ts'
import { writeStudentPeriods, type Value } from '../record.ts'

/** Replaces a company with another; a typed name is removed with the coverage it described. */
const movedValues = (row: UsingRow, use: CompanyUse, intoId: number): Record<string, Value> => {
  const set: Record<string, Value> = {}
  for (const coverage of coverages) {
    if (!row.uses.includes(coverage)) continue
    set[`${coverage}_waive_insurance_company_id`] = intoId
    if ('names' in use) set[`${coverage}_waive_insurance_name_other`] = null
  }
  return set
}

/**
 * Replaces every use of a company, or of typed names, with another company. Returns the number of changed
 * records.
 */
export const moveUses = async (
  context: Context,
  use: CompanyUse,
  intoId: number,
  kind: ChangeKind,
): Promise<number> => {
  const rows = await lockUses(context, use)
  const writes = rows.map((row) => ({ row, set: movedValues(row, use, intoId) }))
  await writeStudentPeriods(
    context,
    writes.map(({ row, set }) => ({ id: row.id, set })),
  )
  await recordHistory(
    context,
    kind,
    writes.map(({ row, set }) => ({
      kind: 'student_period_changed',
      subject: { type: 'student_period', id: row.id },
      school_id: row.school_id,
      student_id: row.student_id,
      student_period_id: row.id,
      changes: fieldChanges({ ...row }, set),
    })),
  )
  return rows.length
}
