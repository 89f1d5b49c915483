import { sql } from 'kysely'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Returns the names of insurance companies, removed ones too, by ID. */
export const readCompanyNames = async (
  db: Database,
  ids: readonly number[],
): Promise<Map<unknown, string>> => {
  const found = await db
    .selectFrom('insurance_companies')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

const isCompany = ({ field }: FieldChange): boolean => fieldOf(field)?.format === 'company'

/** Returns changes as a reader is shown them: with the insurance companies’ names instead of their IDs. */
export const withCompanyNames = async <Row extends { readonly changes: readonly FieldChange[] }>(
  db: Database,
  rows: readonly Row[],
): Promise<Row[]> => {
  const ids = rows
    .flatMap(({ changes }) => changes.filter(isCompany))
    .flatMap(({ before, after }) => [before, after].filter((value) => typeof value === 'number'))
  if (ids.length === 0) return [...rows]
  const names = await readCompanyNames(db, ids)
  const named = (change: FieldChange): FieldChange =>
    isCompany(change)
      ? {
          field: change.field.replace(/_id$/, ''),
          before: names.get(change.before) ?? null,
          after: names.get(change.after) ?? null,
        }
      : change
  return rows.map((row) => ({ ...row, changes: row.changes.map(named) }))
}
