import type { SignInSettingsChange } from '#contract/single-sign-on/settings.ts'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { recordHistory } from '../../history/index.ts'
import { encrypt } from '../../lib/crypt.ts'
import { isSecureTarget } from '../../lib/outbound.ts'
import { documentChanges } from '../../periods/index.ts'
import { problem } from '../../problem.ts'
import { lockSchool } from '../../schools/index.ts'
import { contentOf, presentSettings, readSettings, secretPlace, type SavedSettings } from '../queries.ts'
import { settingsIssues } from '../rules.ts'

/**
 * Replaces how a school’s staff sign in. A requirement of two-factor authentication applies to their next request.
 * @throws Problem 404; 409 with the current settings; 422 by field
 */
export const replaceSettings = async (
  context: Context,
  schoolId: number,
  change: SignInSettingsChange,
): Promise<void> => {
  await lockSchool(context, schoolId)
  const saved = await readSettings(context, schoolId)
  if (change.version !== (saved?.version ?? 0)) throw problem.stale(await presentSettings(context, schoolId))
  const issues = settingsIssues(change, {
    hasSecret: Boolean(saved?.secret_cipher),
    isSecureIssuer: isSecureIssuer(context, change.issuer),
  })
  if (Object.keys(issues).length > 0) throw problem.invalid(issues)
  const { version, secret, ...content } = change
  const changes = [
    ...documentChanges('sign_in_settings', contentOf(saved), content),
    ...secretChanges(saved, secret),
  ]
  if (changes.length === 0) return
  await save(context, schoolId, { ...content, ...cipherOf(context, secret), version: version + 1 }, saved)
  await recordHistory(context, { kind: 'school_changed', schoolId }, [
    { kind: 'school_changed', subject: { type: 'school', id: schoolId }, school_id: schoolId, changes },
  ])
}

const isSecureIssuer = ({ services }: Context, issuer: string | null): boolean =>
  issuer !== null &&
  URL.canParse(issuer) &&
  isSecureTarget(new URL(issuer), services.settings.outboundPrivateHosts)

type Secret = SignInSettingsChange['secret']

const save = async (
  context: Context,
  schoolId: number,
  row: Omit<SavedSettings, 'school_id' | 'secret_cipher'> & { readonly secret_cipher?: Buffer | null },
  saved: SavedSettings | undefined,
): Promise<void> => {
  if (saved)
    await scope
      .update(context, 'sign_in_settings')
      .set(row)
      .where('sign_in_settings.school_id', '=', schoolId)
      .execute()
  else
    await context.db
      .insertInto('sign_in_settings')
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
  const field = 'sign_in_settings.secret'
  return [{ field, before: had ? 'Saved' : null, after: secret === null ? null : 'Replaced' }]
}
