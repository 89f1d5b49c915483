import { foldText } from '#contract/platform/fold-text.ts'
import type { UnlistedValue } from '#contract/review/imports/shapes.ts'
import { optionFields, type OptionField, type Options } from '#contract/setup/website/dropdowns.ts'
import { nearestTo } from './nearest.ts'
import type { MappedColumn, Values } from './read-row.ts'

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
