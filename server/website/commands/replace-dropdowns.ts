import { foldText } from '#contract/fold-text.ts'
import { enrollFormDropdowns, waiverFormDropdowns, type Options } from '#contract/website/dropdowns.ts'
import type { Context } from '../../context.ts'
import { shareContent, type AlsoChanges } from '../../periods/index.ts'
import { Problem } from '../../problem.ts'
import { countUses } from '../queries.ts'
import { removedOptions } from '../rules/options.ts'

export type Dropdowns = typeof enrollFormDropdowns | typeof waiverFormDropdowns
type DropdownShape = Dropdowns['content']['shape']

/** The document of the other form, which shows the same options. */
const twinOf = (document: Dropdowns): Dropdowns =>
  document.kind === enrollFormDropdowns.kind ? waiverFormDropdowns : enrollFormDropdowns

/** @throws Problem 422 on the list, with who holds what it no longer offers */
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
  `${quantity.toLocaleString('en-US')} ${quantity === 1 ? 'record holds' : 'records hold'} “${value}”. Mark it as retired, or rename it and carry the records along.`

/** The other form's document shows the same options, and is newer than what somebody read of it. */
export const sharesOptions =
  (context: Context, document: Dropdowns): AlsoChanges<DropdownShape> =>
  async (period, before, after) => {
    if (JSON.stringify(before.options) !== JSON.stringify(after.options))
      await shareContent(context, period, twinOf(document), { options: after.options })
  }

/** What follows from other options: none is taken out that records hold, and the other form shows the same. */
export const changesOptions =
  (context: Context, periodId: number, document: Dropdowns): AlsoChanges<DropdownShape> =>
  async (period, before, after) => {
    await assertUnused(context, periodId, before.options, after.options)
    await sharesOptions(context, document)(period, before, after)
  }

/** The document of a kind, if it is one of those with options. */
export const dropdownsOf = (kind: string): Dropdowns | undefined =>
  [enrollFormDropdowns, waiverFormDropdowns].find((document) => document.kind === kind)
