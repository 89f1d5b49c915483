import { sql } from 'kysely'
import type { Context, Services } from '../context.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { newToken, sign, type Keys } from '../lib/crypt.ts'
import { problem } from '../problem.ts'

/** What a student’s token is for. A token for one isn’t accepted for the other. */
type TokenUse = 'form' | 'form-file'

/** Returns the keyed hash under which a token is stored. The token itself is never stored. */
export const tokenHash = (keys: Keys, use: TokenUse, token: string): Buffer =>
  Buffer.from(sign(keys, `${use}:${token}`), 'base64url')

/** A new token of a form, and when it ends. */
interface IssuedToken {
  readonly resume_token: string
  readonly expires_at: string
}

type TokenContext = Pick<Context, 'db' | 'services' | 'clock'>

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

/** The end of a policy year at its school, as an instant. The query has both tables. */
export const endOfPeriod = sql<string>`(periods.ends_on + 1)::timestamp at time zone schools.time_zone`

/** The page of the student website where a student continues or fixes a form. */
const resumePath = (token: string): string => `/forms/${token}`

/**
 * Makes a link with which a student can fix a complete form until the policy year ends, for an email. The path is below
 * the address of the school’s student website. The token is in no other answer and isn’t stored.
 * @throws Problem 404
 */
export const resumeLinkFor = async (
  context: ScopeContext & TokenContext,
  submissionId: number,
): Promise<{ readonly path: string; readonly token: string; readonly expires_at: string }> => {
  const found = await scope
    .formSubmissions(context)
    .innerJoin('periods', 'periods.id', 'form_submissions.period_id')
    .innerJoin('schools', 'schools.id', 'form_submissions.school_id')
    .select(['form_submissions.school_id', endOfPeriod.as('ends_at')])
    .where('form_submissions.id', '=', submissionId)
    .where('form_submissions.progress', '=', 'complete')
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  const issued = await issueToken({ context, schoolId: found.school_id }, submissionId, found.ends_at)
  return { path: resumePath(issued.resume_token), token: issued.resume_token, expires_at: issued.expires_at }
}

/** Deletes tokens that ended, and unfinished forms that no token opens anymore, with their files. */
export const deleteExpiredForms = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now().toISOString()
  // scope: expired rows of every school
  await sql`delete from form_submissions form where form.progress = 'in_progress' and not exists (
    select from form_tokens token where token.submission_id = form.id and token.expires_at > ${now})`.execute(
    db,
  )
  // scope: expired rows of every school
  await db.deleteFrom('form_tokens').where('expires_at', '<=', now).execute()
}
