import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/** The names of prepared statements by their text. */
const names = new Map<string, string>()

/** The most prepared statements; each connection keeps the plan of every one it has run. */
const mostNames = 20

const nameOf = (text: string): string | null => {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known ?? null
  const name = `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * Runs a statement that each connection parses and plans only once, which takes most of the time of short ones. For
 * frequent calls with few different texts. The result must name its columns: with `*`, a column that a newer process
 * adds breaks the statement in this one.
 */
export const runPrepared = async <Row>(db: Database, query: CompiledQuery<Row>): Promise<Row[]> => {
  const name = nameOf(query.sql)
  // the driver hands `sql` to pg as it is, and pg takes a named text in its place
  const text = name === null ? query.sql : ({ name, text: query.sql } as unknown as string)
  return (await db.executeQuery<Row>({ ...query, sql: text })).rows
}
