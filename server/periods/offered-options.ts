import {
  enrollFormDropdowns,
  optionFields,
  type OptionField,
  type Options,
} from '#contract/website/dropdowns.ts'
import type { ScopeContext } from '../db/scope.ts'
import { readKept } from './documents.ts'

export const isOptionField = (field: string): field is OptionField =>
  optionFields.some((known) => known === field)

/** The options of a period by field, retired ones among them; null where they cannot be read. @throws Problem 404 */
export const listOptions = async (context: ScopeContext, periodId: number): Promise<Options | null> =>
  (await readKept(context, periodId))(enrollFormDropdowns)?.options ?? null

/** What a period offers to choose from in a field, retired values left out; nothing where that cannot be read. */
export const offeredOptions = async (
  context: ScopeContext,
  periodId: number,
  field: OptionField,
): Promise<string[]> => {
  const kept = (await readKept(context, periodId))(enrollFormDropdowns)
  return (kept?.options[field] ?? []).filter(({ is_retired }) => !is_retired).map(({ value }) => value)
}
