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

/** Returns what the rows are sorted by: the chosen columns, or else the usual ones. */
export const shownSort = ({
  sort,
  usualSort = [],
}: {
  readonly sort: readonly SortKey[]
  readonly usualSort?: readonly SortKey[]
}): readonly SortKey[] => (sort.length > 0 ? sort : usualSort)

/**
 * Returns the sort after a press on a header: ascending, descending, none. With a modifier key the column is added to
 * the sort instead of replacing it. A column of the usual order changes its direction first.
 */
export const pressSort = (
  keys: readonly SortKey[],
  field: string,
  joins: boolean,
  usual: readonly SortKey[] = [],
): readonly SortKey[] => {
  const present = keys.find((key) => key.field === field)
  const next = present ? turned(present) : { field, descending: startsDescending(keys, field, usual) }
  if (!joins) return next ? [next] : []
  if (!present) return next ? [...keys, next] : keys
  return keys.flatMap((key) => (key.field === field ? (next ? [next] : []) : [key]))
}

const turned = ({ field, descending }: SortKey): SortKey | null =>
  descending ? null : { field, descending: true }

/** In the usual order the column is shown as sorted: the first press turns it around. */
const startsDescending = (keys: readonly SortKey[], field: string, usual: readonly SortKey[]): boolean =>
  keys.length === 0 && usual.some((key) => key.field === field && !key.descending)
