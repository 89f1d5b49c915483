import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { texts } from '#contract/problem.ts'
import type { newSchool } from '#contract/schools/shapes.ts'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { fieldChanges, recordHistory } from '../../history/index.ts'
import { officeTimeZone } from '../../lib/clock.ts'
import { problem } from '../../problem.ts'
import { freeSlug } from '../../lib/slug.ts'
import { isTimeZone, slugOf } from '../rules.ts'

const listSlugs = async (context: Context): Promise<string[]> =>
  (await scope.schools(context).select('schools.slug').execute()).map(({ slug }) => slug)

/** Creates a school. Answers its id. @throws Problem 422 when the name is taken */
export const createSchool = async (context: Context, body: z.output<typeof newSchool>): Promise<number> => {
  const timeZone = body.time_zone ?? officeTimeZone
  if (!isTimeZone(timeZone)) throw problem.selected('time_zone')
  const twin = await scope
    .schools(context)
    .select('schools.id')
    .where(sql<boolean>`shipmate_fold(schools.name) = shipmate_fold(${body.name})`)
    .executeTakeFirst()
  if (twin) throw problem.invalid({ name: texts.taken })
  const slug = freeSlug(slugOf(body.name), await listSlugs(context))
  const values = { name: body.name, slug, time_zone: timeZone }
  const now = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('schools')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(context, { kind: 'school_created', schoolId: id }, [
    {
      kind: 'school_created',
      subject: { type: 'school', id },
      school_id: id,
      changes: fieldChanges({}, values),
    },
  ])
  return id
}
