import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** The most parameters of one PostgreSQL statement. */
const maxParameters = 60_000

/** Inserts rows of any shape (missing columns are null) and returns their IDs in order. */
export const insertRows = async (
  db: Database,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<number[]> => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const size = Math.max(1, Math.floor(maxParameters / Math.max(1, names.length)))
  const ids: number[] = []
  for (let start = 0; start < rows.length; start += size) {
    const values = rows
      .slice(start, start + size)
      .map((row) => sql`(${sql.join(names.map((name) => sql`${row[name] ?? null}`))})`)
    const made = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values ${sql.join(values)} returning id`.execute(db)
    ids.push(...made.rows.map(({ id }) => id))
  }
  return ids
}
