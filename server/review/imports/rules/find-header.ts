import { isColumnName } from './propose-mapping.ts'

/** A record that isn’t blank, with its number in the file. */
interface NumberedRecord {
  readonly row: number
  readonly cells: readonly string[]
}

/** Records among which the column names are looked for: reports have few titles. */
const mostTitles = 30

/**
 * Returns the index of the record with the column names: `chosen`, or the first that has almost as many known ones as
 * any. Without known names, it’s the first that is about as wide as the table. −1 if the chosen row is blank.
 */
export const placeOfHeader = (records: readonly NumberedRecord[], chosen?: number): number => {
  if (chosen !== undefined) return records.findIndex(({ row }) => row === chosen)
  const first = records.slice(0, mostTitles)
  const known = first.map(({ cells }) => cells.filter(isColumnName).length)
  const most = Math.max(...known)
  // one known word can be a value: MI is a state, too
  if (most > 1) return known.findIndex((count) => count > 1 && count >= most * 0.6)
  const filled = first.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  return filled.findIndex((count) => count >= Math.max(...filled) / 2)
}
