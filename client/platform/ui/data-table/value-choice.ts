import type { FieldFilter } from '#contract/platform/table-filters.ts'
import type { FilterColumn, PlainValue, ValueCount } from './types.ts'

/** A value to choose, with its count; the count is unknown while it loads. */
export interface ValueChoice {
  readonly value: PlainValue
  readonly quantity: number | undefined
}

const isPlain = (value: unknown): value is PlainValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const isSame = (one: PlainValue, other: PlainValue): boolean =>
  // a URL may contain a number as text
  one === null || other === null ? one === other : String(one) === String(other)

export const includesValue = (values: readonly PlainValue[], value: PlainValue): boolean =>
  values.some((one) => isSame(one, value))

/** Returns the values that a filter selects, null for empty; returns null if the filter isn't a choice of values. */
export const chosenValues = (filter: FieldFilter | undefined): readonly PlainValue[] | null => {
  const rules = filter?.constraints ?? []
  if (rules.length > 1 && filter?.operator !== 'or') return null
  const chosen = rules.map((rule) => {
    if (rule.match_mode === 'isEmpty') return [null]
    return rule.match_mode === 'in' && Array.isArray(rule.value)
      ? rule.value.filter((one) => isPlain(one))
      : null
  })
  return chosen.every((values) => values !== null) ? chosen.flat() : null
}

/**
 * Returns whether all of several values are selected, so that the filter has no effect. A single value counts as a
 * choice; false if not all values were listed.
 */
export const isEveryValue = (
  all: readonly ValueChoice[],
  chosen: readonly PlainValue[],
  areAllListed: boolean,
): boolean => areAllListed && all.length > 1 && all.every(({ value }) => includesValue(chosen, value))

/** Returns the filter that selects these values. */
export const filterByValues = (chosen: readonly PlainValue[]): FieldFilter => {
  const values = chosen.filter((value) => value !== null)
  return {
    operator: 'or',
    constraints: [
      ...(values.length > 0 ? [{ match_mode: 'in' as const, value: values }] : []),
      ...(chosen.includes(null) ? [{ match_mode: 'isEmpty' as const }] : []),
    ],
  }
}

/**
 * Returns the values to choose from: all choices in order, or the values that occur, most frequent first. Selected
 * values stay in the list even if no one has them; empty comes last.
 */
export const choicesOf = (
  { choices }: FilterColumn,
  counted: readonly ValueCount[] | undefined,
  chosen: readonly PlainValue[],
): readonly ValueChoice[] => {
  const known: PlainValue[] = [...(choices ?? []), ...(counted ?? []).map(({ value }) => value), ...chosen]
  const each = known.filter((value, at) => known.findIndex((one) => isSame(one, value)) === at)
  const quantityOf = (value: PlainValue) =>
    counted && (counted.find((one) => isSame(one.value, value))?.quantity ?? 0)
  return each
    .toSorted((one, other) => Number(one === null) - Number(other === null))
    .map((value) => ({ value, quantity: quantityOf(value) }))
}
