import type { BursarSettings, BursarSettingsChange } from '#contract/outputs/bursar/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { documentChanges } from '#server/setup/periods/index.ts'
import { problem } from '#server/platform/problem.ts'
import { lockSchool, recordSchoolChange } from '#server/setup/schools/index.ts'
import { readSettings } from '../queries.ts'

/** Replaces how a school’s batches are released. @throws Problem 404; 409 with the current settings */
export const replaceSettings = async (
  context: Context,
  schoolId: number,
  { version, ...content }: BursarSettingsChange,
): Promise<BursarSettings> => {
  await lockSchool(context, schoolId)
  const saved = await readSettings(context, schoolId)
  if (version !== saved.version) throw problem.stale(saved)
  const { version: _version, ...before } = saved
  const changes = documentChanges('bursar_settings', before, content)
  if (changes.length === 0) return saved
  const next = { ...content, version: version + 1 }
  await context.db
    .insertInto('bursar_settings')
    .values({ ...next, school_id: schoolId })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(next))
    .execute()
  await recordSchoolChange(context, schoolId, changes)
  return next
}
