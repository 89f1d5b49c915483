import { sql, type RawBuilder } from 'kysely'

/** Returns the name of a table’s person as lists write it: `Okonjo, Amara`. Whoever has one name has no first name. */
export const listedName = (table: string): RawBuilder<string> =>
  sql`rtrim(${sql.ref(`${table}.last_name`)} || ', ' || ${sql.ref(`${table}.first_name`)}, ', ')`

/** Returns the name of a table’s person as people say it: `Amara Okonjo`. */
export const fullName = (table: string): RawBuilder<string> =>
  sql`ltrim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`
