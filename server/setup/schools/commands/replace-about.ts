import type { z } from 'zod/mini'
import type { schoolAboutChange } from '#contract/setup/schools/about.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { keysOf, pick } from '#server/platform/lib/pick.ts'
import { documentChanges } from '#server/setup/periods/index.ts'
import { recordSchoolChange } from '../entries.ts'
import { problem } from '#server/platform/problem.ts'
import { presentSchool } from '../present.ts'
import { lockSchool } from '../queries.ts'
import { isTimeZone } from '../rules.ts'
import { assertFreeNames } from './assert-free-names.ts'

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
