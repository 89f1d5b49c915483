import { foldText } from '#contract/platform/fold-text.ts'
import type { Audience } from '#contract/setup/period-documents/audience.ts'
import { optionFields, type OptionField, type Options } from '#contract/setup/period-documents/dropdowns.ts'

/** A value that’s no longer in the list, not even as a retired one. */
interface Removed {
  readonly field: OptionField
  readonly value: string
}

/** Returns the values missing from a new list. A different spelling is the same value. */
export const removedOptions = (before: Options, after: Options): readonly Removed[] =>
  optionFields.flatMap((field) => {
    const kept = new Set(after[field].map(({ value }) => foldText(value)))
    return before[field].flatMap(({ value }) => (kept.has(foldText(value)) ? [] : [{ field, value }]))
  })

export interface Renaming {
  readonly field: OptionField
  readonly from: string
  readonly to: string
}

const isCalled = (name: string) => {
  const folded = foldText(name)
  return (value: unknown): boolean => foldText(String(value)) === folded
}

/** Returns options with one renamed. If the new name is already in the list, the two become one. */
export const renamedOptions = (options: Options, { field, from, to }: Renaming): Options => {
  const [isFrom, isTo] = [isCalled(from), isCalled(to)]
  const others = options[field].filter(({ value }) => !isFrom(value))
  const isThere = others.some(({ value }) => isTo(value))
  return {
    ...options,
    [field]: isThere
      ? others
      : options[field].map((one) => (isFrom(one.value) ? { ...one, value: to } : one)),
  }
}

/** Returns whether a rename merges two options, which can’t be undone. */
export const isMerging = (options: Options, { field, from, to }: Renaming): boolean =>
  !isCalled(from)(to) && [from, to].every((name) => options[field].some(({ value }) => isCalled(name)(value)))

/** The audience lists with a field’s values. */
const audienceKeys: Partial<Record<OptionField, keyof Audience>> = {
  program: 'programs',
  campus: 'campuses',
  graduation_year: 'class_years',
}

/** Returns a document’s content with a value renamed in every audience, at any depth. */
export const renamedAudiences = (content: unknown, renaming: Renaming, name = ''): unknown => {
  if (Array.isArray(content)) {
    if (name !== '' && name === audienceKeys[renaming.field]) return renamedList(content, renaming)
    return content.map((item: unknown) => renamedAudiences(item, renaming))
  }
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).map(([key, inner]) => [key, renamedAudiences(inner, renaming, key)]),
  )
}

const renamedList = (list: readonly unknown[], { from, to }: Renaming): unknown[] => {
  const isFrom = isCalled(from)
  const renamed = list.map((value) => {
    if (!isFrom(value)) return value
    return typeof value === 'number' ? Number(to) : to
  })
  return renamed.filter(
    (value, index) => renamed.findIndex((other) => isCalled(String(value))(other)) === index,
  )
}
