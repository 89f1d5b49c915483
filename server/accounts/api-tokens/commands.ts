import { randomUUID } from 'node:crypto'
import { tokenPrefix } from '#contract/accounts/api-tokens/choices.ts'
import type { CreatedApiToken, NewApiToken } from '#contract/accounts/api-tokens/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { lockSchool, recordSchoolChange } from '#server/setup/schools/index.ts'
import { listTokens } from './queries.ts'

/** The most tokens of a school that can be used at once: more than it has systems. */
const mostTokens = 20

const day = 86_400_000

/**
 * Creates a token of a school and its account. The secret is returned once; only its hash is saved.
 * @throws Problem 404; 409 if the school has too many; 422 if a token in use has the name
 */
export const createToken = async (
  context: Context,
  schoolId: number,
  { name, access, expires_in_days }: NewApiToken,
): Promise<CreatedApiToken> => {
  const { db, clock, caller } = context
  await lockSchool(context, schoolId)
  const usable = (await listTokens(context, schoolId)).filter(
    ({ revoked_at, expires_at }) => revoked_at === null && expires_at > clock.now().toISOString(),
  )
  if (usable.length >= mostTokens)
    throw problem.inUse(`A school can have ${mostTokens} API tokens. Revoke one that’s no longer used.`)
  if (usable.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw problem.invalid({
      name: 'Another API token has this name. Use a different name, so the history shows which token made a change.',
    })
  const token = tokenPrefix + newToken()
  const now = clock.now()
  const userId = await createAccount(context, schoolId, name)
  const expires_at = new Date(now.getTime() + expires_in_days * day).toISOString()
  const { id } = await db
    .insertInto('api_tokens')
    .values({
      school_id: schoolId,
      user_id: userId,
      name,
      access,
      token_hash: hashToken(token),
      hint: token.slice(-4),
      created_by_id: caller.id,
      created_at: now.toISOString(),
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = `${name}: ${access}, until ${expires_at.slice(0, 10)}`
  await recordSchoolChange(context, schoolId, [{ field: 'api_token', before: null, after }])
  const created = (await listTokens(context, schoolId)).find((one) => one.id === id)
  if (!created) throw problem.notFound()
  return { ...created, token }
}

/** Creates the account that a token acts as, so that the history names it. No one can sign in with it. */
const createAccount = async ({ db, clock }: Context, schoolId: number, name: string): Promise<number> => {
  const now = clock.now().toISOString()
  const { id } = await db
    .insertInto('users')
    .values({
      first_name: 'API token',
      last_name: name,
      // an address in a domain that never exists (RFC 2606)
      email: `${randomUUID()}@api-tokens.invalid`,
      permission: 'school_admin',
      is_service: true,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('user_schools').values({ user_id: id, school_id: schoolId }).execute()
  return id
}

/** Revokes a token: its next call is refused, and so are its jobs that wait. @throws Problem 404 */
export const revokeToken = async (context: Context, schoolId: number, id: number): Promise<void> => {
  const { db, clock } = context
  const now = clock.now().toISOString()
  const revoked = await scope
    .update(context, 'api_tokens')
    .set({ revoked_at: now })
    .where('api_tokens.id', '=', id)
    .where('api_tokens.school_id', '=', schoolId)
    .where('api_tokens.revoked_at', 'is', null)
    .returning(['api_tokens.name', 'api_tokens.user_id'])
    .executeTakeFirst()
  if (!revoked) throw problem.notFound()
  await db.updateTable('users').set({ deleted_at: now }).where('id', '=', revoked.user_id).execute()
  await recordSchoolChange(context, schoolId, [{ field: 'api_token', before: revoked.name, after: null }])
}
