import type { SortKey } from '#contract/platform/table-query.ts'

/** Parses 'last_name' and '-dob' into sort keys. */
export const parseSort = (text: string | undefined): readonly SortKey[] =>
  (text ?? '')
    .split(',')
    .filter((part) => part !== '' && part !== '-')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))

export const sortText = (keys: readonly SortKey[]): string | undefined =>
  keys.length === 0
    ? undefined
    : keys.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',')

/**
 * Returns the sort after a press on a header: ascending, descending, none. With a modifier key the column is added to
 * the sort instead of replacing it.
 */
export const pressSort = (keys: readonly SortKey[], field: string, joins: boolean): readonly SortKey[] => {
  const present = keys.find((key) => key.field === field)
  const next = present
    ? present.descending
      ? null
      : { field, descending: true }
    : { field, descending: false }
  if (!joins) return next ? [next] : []
  if (!present) return next ? [...keys, next] : keys
  return keys.flatMap((key) => (key.field === field ? (next ? [next] : []) : [key]))
}
