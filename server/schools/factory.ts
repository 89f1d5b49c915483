import type { Insertable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { School } from '../db/schema.ts'
import { slugOf } from './rules.ts'

let made = 0

/** A believable school. Answers its id. */
export const buildSchool = async (
  db: Database,
  values: Partial<Insertable<School>> = {},
): Promise<number> => {
  made += 1
  const name = values.name ?? `Harborview University ${made}`
  const { id } = await db
    .insertInto('schools')
    .values({ slug: slugOf(name), ...values, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
