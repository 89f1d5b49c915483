import type { SignInSettingsChange } from '#contract/accounts/single-sign-on/settings.ts'
import { emailCredentialChange, lockAccount, signInNotice } from '#server/accounts/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { isSecureTarget } from '#server/platform/lib/outbound.ts'
import { problem } from '#server/platform/problem.ts'
import { documentChanges } from '#server/setup/period-documents/index.ts'
import {
  getSchool,
  lockSchool,
  recordSchoolChange,
  secretChanges,
  secretColumn,
  secretIssue,
} from '#server/setup/schools/index.ts'
import { contentOf, presentSettings, readSettings, secretPlace } from '../queries.ts'
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
  const secretChange = {
    saved: saved ? { cipher: saved.secret_cipher, place: secretPlace(schoolId, saved.issuer) } : null,
    place: secretPlace(schoolId, change.issuer),
    secret: change.secret,
  }
  const issues = settingsIssues(change, {
    secretIssue: secretIssue(secretChange, 'Enter the client secret.'),
    isSecureIssuer: isSecureIssuer(context, change.issuer),
  })
  if (Object.keys(issues).length > 0) throw problem.invalid(issues)
  const { version, secret: _secret, ...content } = change
  const changes = [
    ...documentChanges('sign_in_settings', contentOf(saved), content),
    ...secretChanges('sign_in_settings.secret', secretChange),
  ]
  if (changes.length === 0) return
  const column = secretColumn(context.services, secretChange)
  // the check constraints look at what would be added, before the saved row is found
  const row = { secret_cipher: saved?.secret_cipher ?? null, ...content, ...column, version: version + 1 }
  await context.db
    .insertInto('sign_in_settings')
    .values({ ...row, school_id: schoolId })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(row))
    .execute()
  await recordSchoolChange(context, schoolId, changes)
}

const isSecureIssuer = ({ services }: Context, issuer: string | null): boolean =>
  issuer !== null &&
  URL.canParse(issuer) &&
  isSecureTarget(new URL(issuer), services.settings.outboundPrivateHosts)

/**
 * Unties a user from their account at the school’s provider. Ends their sessions, and tells them by email. Their next
 * sign-in there ties them again by their email address.
 * @throws Problem 404
 */
export const removeTie = async (context: Context, schoolId: number, tieId: number): Promise<void> => {
  const school = await getSchool(context, schoolId)
  const removed = await scope
    .delete(context, 'sign_on_ties')
    .where('sign_on_ties.school_id', '=', schoolId)
    .where('sign_on_ties.id', '=', tieId)
    .returning('sign_on_ties.user_id')
    .executeTakeFirst()
  const account = removed && (await lockAccount(context.db, removed.user_id))
  if (!account) throw problem.notFound()
  await recordHistory(context, { kind: 'user_changed' }, [
    {
      kind: 'user_changed',
      subject: { type: 'user', id: account.id },
      changes: [{ field: 'single_sign_on', before: school.name, after: null }],
    },
  ])
  const what = `A Shipmate Admin disconnected your Shipmate account from your account at ${school.name}.`
  await emailCredentialChange(context, account, signInNotice(what))
}
