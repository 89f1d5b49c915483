import type { Selectable } from 'kysely'
import type { DB } from '#server/platform/db/schema.ts'

/** A column of encrypted values, so that a new key can encrypt them again. */
export interface EncryptedColumn {
  readonly table: keyof DB
  readonly column: string
  /** What the place of a value is made of: SQL expressions over the row `t`, by name. */
  readonly values: Readonly<Record<string, string>>
  /** Returns the place of a row’s value: the authenticated data of its encryption. */
  readonly place: (row: Readonly<Record<string, unknown>>) => string
}

type Row<Table extends keyof DB> = Selectable<DB[Table]>

/** Declares an encrypted column whose place is made of columns of its row. */
export const encryptedColumn = <Table extends keyof DB, Name extends keyof Row<Table> & string>(
  table: Table,
  column: keyof Row<Table> & string,
  names: readonly Name[],
  place: (row: Pick<Row<Table>, Name>) => string,
): EncryptedColumn => ({
  table,
  column,
  values: Object.fromEntries(names.map((name) => [name, `t.${name}`])),
  // its reader selects exactly these columns
  place: (row) => place(row as Pick<Row<Table>, Name>),
})
