import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TestServices } from './test-services.ts'

/** The rows that can’t be written: `when` is a condition in SQL on `new`, or on `old` if they’re deleted. */
interface Refused {
  readonly table: string
  readonly write: 'insert' | 'update' | 'delete'
  readonly when?: string
}

/** Makes the database fail to write some rows, as if they were damaged. Returns the function that ends this. */
export const refuseWrites = async (
  { owner }: Pick<TestServices, 'owner'>,
  { table, write, when = 'true' }: Refused,
): Promise<() => Promise<void>> => {
  const name = `refuse_${randomBytes(6).toString('hex')}`
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'damaged'; end $$;
      create trigger ${name} before ${write} on ${table} for each row when (${when}) execute function ${name}()`,
    )
    .execute(owner)
  return async () => {
    await sql.raw(`drop function ${name} cascade`).execute(owner)
  }
}
