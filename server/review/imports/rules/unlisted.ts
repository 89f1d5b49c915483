import { foldText } from '#contract/platform/fold-text.ts'
import type { UnknownValue, UnlistedValue } from '#contract/review/imports/shapes.ts'
import { optionFields, type OptionField, type Options } from '#contract/setup/period-documents/dropdowns.ts'
import type { MappedColumn, ReadRow, Values } from './read-row.ts'

/** The most different values to report. With more, the field’s values don’t come from a list of options. */
const maxDistinct = 2000
/** The number of values to return. */
const maxReturned = 100

interface Counted {
  readonly column: string
  readonly field: OptionField
  readonly options: readonly string[]
  /** Spellings already matched to an option, so that each is compared once. */
  readonly listed: Set<string>
  readonly folded: ReadonlySet<string>
  readonly rows: Map<string, number>
}

/** A counter of the values in a file’s rows that aren’t options of the period. */
interface UnlistedCounter {
  readonly count: (values: Values) => void
  /** Returns the most frequent values first. */
  readonly told: () => UnlistedValue[]
}

/**
 * Returns nothing for fields without options, or whose options can’t be read. Retired options count as options.
 */
export const countUnlisted = (columns: readonly MappedColumn[], options: Options | null): UnlistedCounter => {
  const counted = columns.flatMap(({ header, field }) => {
    const known = optionFields.find((one) => one === field)
    return known && options && options[known].length > 0 ? [createCount(header, known, options)] : []
  })
  return {
    count: (values) => {
      for (const one of counted) countValue(one, values[one.field])
    },
    told: () =>
      counted
        .flatMap((one) => [...one.rows].map(([value, rows]) => ({ one, value, rows })))
        .sort((first, second) => second.rows - first.rows)
        .slice(0, maxReturned)
        .map(({ one, value, rows }) => {
          const { column, field } = one
          // years are all similar, so suggestions would mislead
          const nearest = field === 'graduation_year' ? null : nearestTo(value, one.options)
          return { column, field, value, rows, nearest }
        }),
  }
}

const createCount = (column: string, field: OptionField, options: Options): Counted => {
  const all = options[field]
  return {
    column,
    field,
    options: all.filter(({ is_retired }) => !is_retired).map(({ value }) => value),
    listed: new Set(all.map(({ value }) => value)),
    folded: new Set(all.map(({ value }) => foldText(value))),
    rows: new Map(),
  }
}

const countValue = ({ listed, folded, rows }: Counted, value: Values[OptionField]): void => {
  if (value === undefined) return
  const text = String(value)
  if (listed.has(text)) return
  const known = rows.get(text)
  if (known === undefined && folded.has(foldText(text))) listed.add(text)
  else if (known !== undefined || rows.size < maxDistinct) rows.set(text, (known ?? 0) + 1)
}

/** The most different values to return. */
const maxValues = 100

/** A counter of the cells in a file’s rows that say that something isn’t known. */
export const countUnknown = () => {
  const found = new Map<string, UnknownValue>()
  return {
    count: ({ unknown }: Pick<ReadRow, 'unknown'>): void => {
      for (const cell of unknown) {
        const key = JSON.stringify([cell.column, cell.field, cell.value])
        const known = found.get(key)
        if (known) known.rows += 1
        else if (found.size < maxValues) found.set(key, { ...cell, rows: 1 })
      }
    },
    /** Returns the most frequent first. */
    told: (): UnknownValue[] => [...found.values()].sort((one, other) => other.rows - one.rows),
  }
}

/** Returns a text for comparison: only letters and digits, without case and accents. */
const bare = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** One letter may differ for each this many letters of the longer text. */
const lettersPerTypo = 4
/** Longer texts aren’t compared letter by letter. */
const longest = 60

/**
 * Returns the option a value was probably meant to be: a similar spelling or its beginning; null if there is
 * none.
 */
export const nearestTo = (value: string, options: readonly string[]): string | null => {
  const sought = bare(value)
  const ranked = options
    .map((option) => ({ option, slips: typosBetween(sought, bare(option)) }))
    .filter(({ slips }) => slips !== null)
    .sort((one, other) => (one.slips ?? 0) - (other.slips ?? 0))
  return ranked[0]?.option ?? null
}

/** Returns the number of different letters; null if it’s a different word. */
const typosBetween = (one: string, other: string): number | null => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const allowed = Math.floor(long.length / lettersPerTypo)
  if (isPartOf(short, long)) return Math.min(allowed, long.length - short.length)
  if (long.length > longest || long.length - short.length > allowed) return null
  const slips = editsBetween(short, long)
  return slips <= allowed ? slips : null
}

/** Returns whether it’s the beginning or a large part of the option: 'Pharm D' of 'Pharmacy (PharmD)'. */
const isPartOf = (short: string, long: string): boolean =>
  (short.length > 2 && long.startsWith(short)) || (short.length > 4 && long.includes(short))

/** Returns the number of letters to insert, delete or replace (Levenshtein 1965). */
const editsBetween = (one: string, other: string): number => {
  let former = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const changed = (former[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      next.push(Math.min(changed, (former[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    former = next
  }
  return former[other.length] ?? 0
}
