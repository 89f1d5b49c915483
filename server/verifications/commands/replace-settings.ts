import type { EligibilitySettingsChange } from '#contract/verifications/settings.ts'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { recordHistory } from '../../history/index.ts'
import { encrypt } from '../../lib/crypt.ts'
import { documentChanges } from '../../periods/index.ts'
import { problem } from '../../problem.ts'
import { lockSchool } from '../../schools/index.ts'
import { settingsIssues } from '../rules/settings-issues.ts'
import {
  contentOf,
  isDemoSchool,
  presentSettings,
  readSettings,
  secretPlace,
  type SavedSettings,
} from '../settings.ts'

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
  const issues = settingsIssues(change, {
    isDemoSchool: await isDemoSchool(context, schoolId),
    hasSecret: Boolean(saved?.secret_cipher),
    privateHosts: context.services.settings.outboundPrivateHosts,
  })
  if (Object.keys(issues).length > 0) throw problem.invalid(issues)
  const { version, secret, ...content } = change
  const changes = [
    ...documentChanges('eligibility_settings', contentOf(saved), content),
    ...secretChanges(saved, secret),
  ]
  if (changes.length === 0) return
  await save(context, schoolId, { ...content, ...cipherOf(context, secret), version: version + 1 }, saved)
  await recordHistory(context, { kind: 'school_changed', schoolId }, [
    {
      kind: 'school_changed',
      subject: { type: 'school', id: schoolId },
      school_id: schoolId,
      changes,
    },
  ])
}

type Secret = EligibilitySettingsChange['secret']

const save = async (
  context: Context,
  schoolId: number,
  row: Omit<SavedSettings, 'school_id' | 'secret_cipher'> & { readonly secret_cipher?: Buffer | null },
  saved: SavedSettings | undefined,
): Promise<void> => {
  if (saved)
    await scope
      .update(context, 'eligibility_settings')
      .set(row)
      .where('eligibility_settings.school_id', '=', schoolId)
      .execute()
  else
    await context.db
      .insertInto('eligibility_settings')
      .values({ ...row, school_id: schoolId })
      .execute()
}

const cipherOf = ({ services }: Context, secret: Secret): { readonly secret_cipher?: Buffer | null } => {
  if (secret === undefined) return {}
  return { secret_cipher: secret === null ? null : encrypt(services.keys, secretPlace, secret) }
}

/** The history says that the secret was changed, never what it is. */
const secretChanges = (saved: SavedSettings | undefined, secret: Secret) => {
  const had = Boolean(saved?.secret_cipher)
  if (secret === undefined || (secret === null && !had)) return []
  const field = 'eligibility_settings.secret'
  return [{ field, before: had ? 'Saved' : null, after: secret === null ? null : 'Replaced' }]
}
