import type { UnknownValue } from '#contract/review/imports/shapes.ts'
import type { ReadRow } from './read-row.ts'

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
