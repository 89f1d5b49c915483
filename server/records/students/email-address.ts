import { sql, type RawBuilder } from 'kysely'
import { emailFields } from '#contract/records/students/email-address.ts'

/** Returns the address that a student’s emails go to, null without one; `alias` is the table in the statement. */
export const emailAddressIn = (alias: string): RawBuilder<string | null> =>
  sql`coalesce(${sql.join(emailFields.map((field) => sql.ref(`${alias}.${field}`)))})`
