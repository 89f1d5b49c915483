import type { z } from 'zod/mini'
import type { schoolColorsChange } from '#contract/schools/colors.ts'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { recordHistory } from '../../history/index.ts'
import { documentChanges } from '../../periods/index.ts'
import { problem } from '../../problem.ts'
import { colorsOf, presentSchool } from '../present.ts'
import { lockSchool } from '../queries.ts'

/** Replaces the colors of a school. @throws Problem 404; 409 with the school as it now is */
export const replaceColors = async (
  context: Context,
  id: number,
  { version, ...colors }: z.output<typeof schoolColorsChange>,
): Promise<void> => {
  const school = await lockSchool(context, id)
  if (version !== undefined && version !== school.colors_version) throw problem.stale(presentSchool(school))
  const changes = documentChanges('colors', colorsOf(school), colors)
  if (changes.length === 0) return
  await scope
    .update(context, 'schools')
    .set({
      colors: JSON.stringify(colors),
      colors_version: school.colors_version + 1,
      updated_at: context.clock.now().toISOString(),
    })
    .where('id', '=', id)
    .execute()
  await recordHistory(context, { kind: 'school_changed', schoolId: id }, [
    { kind: 'school_changed', subject: { type: 'school', id }, school_id: id, changes },
  ])
}
