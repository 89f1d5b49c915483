import type { EligibilitySettingsChange } from '#contract/review/verifications/settings.ts'
import type { Context } from '#server/platform/context.ts'
import { documentChanges } from '#server/setup/period-documents/index.ts'
import { problem } from '#server/platform/problem.ts'
import {
  lockSchool,
  recordSchoolChange,
  secretChanges,
  secretColumn,
  secretIssue,
} from '#server/setup/schools/index.ts'
import { settingsIssues } from '../rules/settings-issues.ts'
import { contentOf, isDemoSchool, presentSettings, readSettings, secretPlace } from '../queries/settings.ts'

/**
 * Replaces who carries a school’s checks. Checks that run already end with what they began with.
 * @throws Problem 404; 409 with the current settings; 422 by field
 */
export const replaceSettings = async (
  context: Context,
  schoolId: number,
  change: EligibilitySettingsChange,
): Promise<void> => {
  await lockSchool(context, schoolId)
  const saved = await readSettings(context, schoolId)
  if (change.version !== (saved?.version ?? 0)) throw problem.stale(await presentSettings(context, schoolId))
  const secretChange = {
    saved: saved ? { cipher: saved.secret_cipher, place: secretPlace(schoolId, saved.address) } : null,
    place: secretPlace(schoolId, change.address),
    secret: change.secret,
  }
  const issues = settingsIssues(change, {
    isDemoSchool: await isDemoSchool(context, schoolId),
    secretIssue: secretIssue(secretChange, 'Enter the password or key from the clearinghouse.'),
    privateHosts: context.services.settings.outboundPrivateHosts,
  })
  if (Object.keys(issues).length > 0) throw problem.invalid(issues)
  const { version, secret: _secret, ...content } = change
  const changes = [
    ...documentChanges('eligibility_settings', contentOf(saved), content),
    ...secretChanges('eligibility_settings.secret', secretChange),
  ]
  if (changes.length === 0) return
  const column = secretColumn(context.services, secretChange)
  // the check constraints look at what would be added, before the saved row is found
  const row = { secret_cipher: saved?.secret_cipher ?? null, ...content, ...column, version: version + 1 }
  await context.db
    .insertInto('eligibility_settings')
    .values({ ...row, school_id: schoolId })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(row))
    .execute()
  await recordSchoolChange(context, schoolId, changes)
}
