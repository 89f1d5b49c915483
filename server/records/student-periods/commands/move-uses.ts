import { coverages } from '#contract/platform/coverage/choices.ts'
import type { Context } from '#server/platform/context.ts'
import type { ChangeKind } from '#server/platform/history/index.ts'
import { lockUses, type CompanyUse, type UsingRow } from '../queries/company-uses.ts'
import type { Value } from '#server/platform/db/update-in-groups.ts'
import { save } from '../record/save.ts'

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
  await save(
    { context, system: context },
    kind,
    rows.map(({ uses, ...row }) => ({
      plan: { row: { ...row, values: row }, set: movedValues({ ...row, uses }, use, intoId), dependents: [] },
      kind: 'student_period_changed',
    })),
  )
  return rows.length
}
