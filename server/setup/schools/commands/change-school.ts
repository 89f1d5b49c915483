import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { texts } from '#contract/platform/problem.ts'
import type { schoolAboutChange } from '#contract/setup/schools/about.ts'
import type { newSchool } from '#contract/setup/schools/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { keysOf, pick } from '#server/platform/lib/pick.ts'
import { freeSlug } from '#server/platform/lib/slug.ts'
import { problem } from '#server/platform/problem.ts'
import { documentChanges } from '#server/setup/period-documents/index.ts'
import { addTemplates } from './add-templates.ts'
import { presentSchool } from '../present.ts'
import { lockSchool } from '../queries/single.ts'
import { recordSchoolChange } from '../record.ts'
import { isTimeZone, slugOf } from '../rules.ts'

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

type Change = z.output<typeof schoolAboutChange>

/** Replaces a school’s details. @throws Problem 404; 409 with the current school; 422 by field */
export const replaceAbout = async (
  context: Context,
  id: number,
  { version, ...about }: Change,
): Promise<void> => {
  const school = presentSchool(await lockSchool(context, id))
  if (version !== undefined && version !== school.version) throw problem.stale(school)
  if (!isTimeZone(about.time_zone)) throw problem.selected('time_zone')
  await assertFreeNames(context, about, id)
  const changes = documentChanges('about', pick(school, keysOf(about)), about)
  if (changes.length === 0) return
  await scope
    .update(context, 'schools')
    .set({
      ...about,
      contacts: JSON.stringify(about.contacts),
      deadlines_contact: JSON.stringify(about.deadlines_contact),
      version: school.version + 1,
      updated_at: context.clock.now().toISOString(),
    })
    .where('id', '=', id)
    .execute()
  await recordSchoolChange(context, id, changes)
}

interface Names {
  readonly name: string
  readonly slug?: string | undefined
}

/**
 * Checks that no other school has the name or slug; `exceptId` is the school being changed.
 * @throws Problem 422
 */
const assertFreeNames = async (context: Context, { name, slug }: Names, exceptId = 0): Promise<void> => {
  const hasName = sql<boolean>`shipmate_fold(schools.name) = shipmate_fold(${name})`
  const others = await scope
    .schools(context)
    .select(['schools.slug', hasName.as('has_name')])
    .where('schools.id', '<>', exceptId)
    .where((where) => where.or([hasName, ...(slug === undefined ? [] : [where('schools.slug', '=', slug)])]))
    .execute()
  if (others.length === 0) return
  throw problem.invalid({
    ...(others.some(({ has_name }) => has_name) ? { name: texts.taken } : {}),
    ...(others.some((other) => other.slug === slug) ? { slug: texts.taken } : {}),
  })
}
