import { sql } from 'kysely'
import type { Context, Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { newToken } from '#server/platform/lib/crypt.ts'
import { findPublicPeriod } from '../queries/forms.ts'
import { tokenHash } from '../rules/tokens.ts'

/** A new token of a form, and when it ends. */
interface IssuedToken {
  readonly resume_token: string
  readonly expires_at: string
}

type TokenContext = Pick<Context, 'db' | 'clock'> & { readonly services: Pick<Services, 'keys'> }

/** Makes a token with which a student can open their form. */
export const issueToken = async (
  { context, schoolId }: { readonly context: TokenContext; readonly schoolId: number },
  submissionId: number,
  expiresAt: string,
): Promise<IssuedToken> => {
  const token = newToken()
  await context.db
    .insertInto('form_tokens')
    .values({
      school_id: schoolId,
      submission_id: submissionId,
      token_hash: tokenHash(context.services.keys, 'form', token),
      expires_at: expiresAt,
      created_at: context.clock.now().toISOString(),
    })
    .execute()
  return { resume_token: token, expires_at: expiresAt }
}

/**
 * Makes the token in an email about a complete form, which ends with the policy year; null if that year has ended or isn’t
 * open to students.
 */
export const issueEmailToken = async (
  services: Pick<Services, 'db' | 'keys' | 'clock'>,
  { school_id, id }: { readonly school_id: number; readonly id: number },
): Promise<string | null> => {
  const { db, clock } = services
  const form = await scope
    .formSubmissions(scope.asSystem(db, school_id))
    .select('form_submissions.period_id')
    .where('form_submissions.id', '=', id)
    .where('form_submissions.progress', '=', 'complete')
    .executeTakeFirst()
  const period = form && (await findPublicPeriod(db, form.period_id))
  if (!period || Date.parse(period.ends_at) <= clock.now().getTime()) return null
  const context = { db, clock, services }
  return (await issueToken({ context, schoolId: school_id }, id, period.ends_at)).resume_token
}

/** Makes the tokens of a form end at an instant, after it was saved. */
export const extendTokens = async (
  system: ScopeContext,
  submissionId: number,
  expiresAt: string,
): Promise<void> => {
  await scope
    .update(system, 'form_tokens')
    .set({ expires_at: expiresAt })
    .where('form_tokens.submission_id', '=', submissionId)
    .execute()
}

/** Deletes unfinished forms that no token opens anymore, with their files. */
export const deleteExpiredForms = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now().toISOString()
  // scope: expired rows of every school
  await sql`delete from form_submissions form where form.progress = 'in_progress' and not exists (
    select from form_tokens token where token.submission_id = form.id and token.expires_at > ${now})`.execute(
    db,
  )
}

/** Deletes the expired tokens of every school’s forms. */
export const deleteExpiredTokens = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now().toISOString()
  // scope: expired rows of every school
  await db.deleteFrom('form_tokens').where('expires_at', '<=', now).execute()
}
