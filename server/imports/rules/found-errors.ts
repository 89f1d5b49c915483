import type { ImportField } from '#contract/imports/choices.ts'
import type { ImportError } from '#contract/imports/shapes.ts'
import type { MappedColumn, ReadRow } from './read-row.ts'

/** What the database knows of the keys of a batch. Rows that are judged add their own keys to `earlier`. */
export interface Found {
  /** Blind index → sid of the student of the school who has that SSN. */
  readonly owners: ReadonlyMap<string, string>
  /** Key → the first row of the file that has it. */
  readonly earlier: { readonly sids: Map<string, number>; readonly ssnIndexes: Map<string, number> }
}

interface Keys {
  readonly sid: string | null
  readonly ssnIndex: string | null
}

/** What is wrong with a row beside other rows and other students: the first row of a sid, or an SSN, counts. */
export const foundErrors = (
  row: ReadRow,
  { sid, ssnIndex }: Keys,
  found: Found,
  columns: readonly MappedColumn[],
): ImportError[] => {
  const errorAt = (field: ImportField, message: string): ImportError => ({
    row: row.row,
    column: columns.find((column) => column.field === field)?.header ?? null,
    message,
  })
  const first = firstRow(found.earlier.sids, sid, row.row)
  if (first !== null)
    return [errorAt('sid', `This is the same student twice in the file: row ${first} counts.`)]
  const sameSsn = firstRow(found.earlier.ssnIndexes, ssnIndex, row.row)
  if (sameSsn !== null)
    return [errorAt('ssn', `This is the same SSN twice in the file: row ${sameSsn} counts.`)]
  const owner = ssnIndex === null ? undefined : found.owners.get(ssnIndex)
  return owner === undefined || owner === sid ? [] : [errorAt('ssn', `The student ${owner} has this SSN.`)]
}

/** The row that had a key before, or null: then this row has it from now on. */
const firstRow = (known: Map<string, number>, key: string | null, row: number): number | null => {
  if (key === null) return null
  const first = known.get(key)
  if (first === undefined) known.set(key, row)
  return first ?? null
}
