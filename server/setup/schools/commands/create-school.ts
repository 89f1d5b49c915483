import type { z } from 'zod/mini'
import type { newSchool } from '#contract/setup/schools/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { addTemplates } from '#server/mail/email-templates/index.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { freeSlug } from '#server/platform/lib/slug.ts'
import { isTimeZone, slugOf } from '../rules.ts'
import { assertFreeNames } from './assert-free-names.ts'

const listSlugs = async (context: Context): Promise<string[]> =>
  (await scope.schools(context).select('schools.slug').execute()).map(({ slug }) => slug)

/** Creates a school. Returns its ID. @throws Problem 422 on a name or slug in use or an unknown time zone */
export const createSchool = async (context: Context, body: z.output<typeof newSchool>): Promise<number> => {
  const timeZone = body.time_zone ?? officeTimeZone
  if (!isTimeZone(timeZone)) throw problem.selected('time_zone')
  await assertFreeNames(context, body)
  const slug = body.slug ?? freeSlug(slugOf(body.name), await listSlugs(context))
  const values = { name: body.name, slug, time_zone: timeZone }
  const now = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('schools')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addTemplates(context.db, id)
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
