import type { Insertable } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { School } from '#server/platform/db/schema.ts'
import { addTemplates } from './commands/add-templates.ts'
import { slugOf } from './rules.ts'

let made = 0

/** Creates a realistic school. Returns its ID. */
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
  await addTemplates(db, id)
  return id
}
