import { foldText } from '#contract/fold-text.ts'
import type { UnlistedValue } from '#contract/imports/shapes.ts'
import { optionFields, type OptionField, type Options } from '#contract/website/dropdowns.ts'
import { nearestTo } from './nearest.ts'
import type { MappedColumn, Values } from './read-row.ts'

/** More different values are no list of options gone wrong. */
const maxDistinct = 2000
/** How many are told. */
const maxTold = 100

interface Counted {
  readonly column: string
  readonly field: OptionField
  readonly options: readonly string[]
  /** Spellings known to be an option's: one look per cell. */
  readonly listed: Set<string>
  readonly folded: ReadonlySet<string>
  readonly rows: Map<string, number>
}

/** Counts, over the rows of a file, values that are no option of the period. */
export interface UnlistedCounter {
  readonly count: (values: Values) => void
  /** What most rows hold first. */
  readonly told: () => UnlistedValue[]
}

/** A period without options for a field, or whose options cannot be read, has nothing to say. Retired ones are options. */
export const countUnlisted = (columns: readonly MappedColumn[], options: Options | null): UnlistedCounter => {
  const counted = columns.flatMap(({ header, field }) => {
    const known = optionFields.find((one) => one === field)
    return known && options && options[known].length > 0 ? [countedIn(header, known, options)] : []
  })
  return {
    count: (values) => {
      for (const one of counted) countValue(one, values[one.field])
    },
    told: () =>
      counted
        .flatMap((one) => [...one.rows].map(([value, rows]) => ({ one, value, rows })))
        .sort((first, second) => second.rows - first.rows)
        .slice(0, maxTold)
        .map(({ one, value, rows }) => {
          const { column, field } = one
          // every year is much like another
          const nearest = field === 'graduation_year' ? null : nearestTo(value, one.options)
          return { column, field, value, rows, nearest }
        }),
  }
}

const countedIn = (column: string, field: OptionField, options: Options): Counted => {
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
