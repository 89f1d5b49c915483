import { foldText } from '#contract/platform/fold-text.ts'
import { enrollFormDropdowns, waiverFormDropdowns, type Options } from '#contract/setup/website/dropdowns.ts'
import type { Context } from '#server/platform/context.ts'
import { writeSharedContent, type SideEffects } from '#server/setup/periods/index.ts'
import { Problem } from '#server/platform/problem.ts'
import { countUses } from '../queries.ts'
import { removedOptions } from '../rules/options.ts'

type Dropdowns = typeof enrollFormDropdowns | typeof waiverFormDropdowns
type DropdownShape = Dropdowns['content']['shape']

/** Returns the document of the other form, which has the same options. */
const otherFormOf = (document: Dropdowns): Dropdowns =>
  document.kind === enrollFormDropdowns.kind ? waiverFormDropdowns : enrollFormDropdowns

/** Checks that no removed option is in use. @throws Problem 422 on the list, with the number of records */
const assertUnused = async (
  context: Context,
  periodId: number,
  before: Options,
  after: Options,
): Promise<void> => {
  const errors: Record<string, string[]> = {}
  for (const { field, value } of removedOptions(before, after)) {
    const uses = await countUses(context, periodId, field)
    const quantity = uses.find((use) => foldText(use.value) === foldText(value))?.quantity ?? 0
    if (quantity > 0) (errors[`options.${field}`] ??= []).push(inUse(value, quantity))
  }
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
}

const inUse = (value: string, quantity: number): string =>
  `${quantity.toLocaleString('en-US')} ${quantity === 1 ? 'record uses' : 'records use'} “${value}”. Mark it inactive, or rename it and update the records.`

/** Copies changed options to the other form’s document and increments its version. */
export const sharesOptions =
  (context: Context, document: Dropdowns): SideEffects<DropdownShape> =>
  async (period, before, after) => {
    if (JSON.stringify(before.options) !== JSON.stringify(after.options))
      await writeSharedContent(context, period, otherFormOf(document), { options: after.options })
  }

/**
 * Returns the side effects of changed options: options in use can’t be removed, and the other form gets the
 * same list.
 */
export const changesOptions =
  (context: Context, periodId: number, document: Dropdowns): SideEffects<DropdownShape> =>
  async (period, before, after) => {
    await assertUnused(context, periodId, before.options, after.options)
    await sharesOptions(context, document)(period, before, after)
  }

/** Returns the document of a kind if it has options. */
export const dropdownsOf = (kind: string): Dropdowns | undefined =>
  [enrollFormDropdowns, waiverFormDropdowns].find((document) => document.kind === kind)
