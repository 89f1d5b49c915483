import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { NewPasskey, Passkey, PasskeyCreation } from '#contract/accounts/auth/passkey-shapes.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { newToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { signInNotice } from './emails.ts'
import { creationOptions, readNewPasskey } from './passkeys.ts'
import { getAccount, lockCaller, type Account } from '../queries.ts'
import { mostPasskeys, passkeySince } from '../rules/sign-in.ts'
import { counters, runCounted, tooManyAttempts } from '#server/platform/http/throttle.ts'
import { emailCredentialChange, recordCredentialChange } from '../record.ts'

const listed = ['id', 'name', 'created_at', 'last_used_at'] as const

/** Returns the caller’s passkeys, the newest first. */
export const listOwnPasskeys = ({ db, caller }: Context): Promise<Passkey[]> =>
  db.selectFrom('passkeys').select(listed).where('user_id', '=', caller.id).orderBy('id', 'desc').execute()

/** Starts to add a passkey: saves a challenge with the session. It replaces an earlier one. */
export const startPasskey = async (context: Context, request: FastifyRequest): Promise<PasskeyCreation> => {
  const { db, caller, clock, services } = context
  const challenge = newToken()
  await db
    .updateTable('sessions')
    .set({ passkey_challenge: challenge, passkey_challenge_at: clock.now().toISOString() })
    .where('id', '=', caller.session_id)
    .execute()
  return creationOptions(services, db, request, await getAccount(db, caller.id), challenge)
}

const refused = () =>
  problem.invalid({ credential: 'This passkey couldn’t be added. Nothing was saved. Try again.' })

type CheckedPasskey = NonNullable<Awaited<ReturnType<typeof readNewPasskey>>>

/** Checks a new passkey before the transaction. @throws Problem 422 `credential`, 429 with Retry-After */
export const checkNewPasskey = async (
  { services, caller }: Context,
  request: FastifyRequest,
  credential: NewPasskey,
): Promise<CheckedPasskey> => {
  const wanted = [counters.confirmTwoFactor(caller.id)]
  const made = await runCounted(services, wanted, tooManyAttempts('credential'), async () => {
    const challenge = await takeChallenge(services, caller.session_id)
    return challenge === null ? null : readNewPasskey(services, request, credential, challenge)
  })
  if (!made) throw refused()
  return made
}

/** Uses up the session’s challenge outside the request’s transaction: it works once, even for parallel requests. */
const takeChallenge = async ({ db, clock }: Services, sessionId: number): Promise<string | null> => {
  const { rows } = await sql<{ challenge: string }>`
    with held as (
      select id, passkey_challenge from sessions
      where id = ${sessionId} and passkey_challenge_at > ${passkeySince(clock.now())} for update)
    update sessions set passkey_challenge = null, passkey_challenge_at = null
    from held where sessions.id = held.id returning held.passkey_challenge as challenge`.execute(db)
  return rows[0]?.challenge ?? null
}

/** Saves a checked passkey. @throws Problem 422 if it’s already saved, or the user has too many */
export const addPasskey = async (context: Context, made: CheckedPasskey, name: string): Promise<Passkey> => {
  const { db, clock } = context
  const account = await lockCaller(context)
  if ((await listOwnPasskeys(context)).length >= mostPasskeys)
    throw problem.invalid({
      credential: `You have ${mostPasskeys} passkeys. Remove one before you add another.`,
    })
  const saved = await db
    .insertInto('passkeys')
    .values({ ...made, user_id: account.id, name, created_at: clock.now().toISOString() })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(listed)
    .executeTakeFirst()
  if (!saved) throw refused()
  await announce(context, account, { before: null, after: name }, `The passkey “${name}” was added to`)
  return saved
}

/** Renames a passkey of the caller. @throws Problem 404 */
export const renamePasskey = async (context: Context, id: number, name: string): Promise<Passkey> => {
  const account = await lockCaller(context)
  const former = await getOwnPasskey(context, id)
  const saved = await context.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .returning(listed)
    .executeTakeFirstOrThrow()
  if (former.name !== name) await record(context, account, { before: former.name, after: name })
  return saved
}

/** Removes a passkey of the caller. @throws Problem 404 */
export const removePasskey = async (context: Context, id: number): Promise<void> => {
  const account = await lockCaller(context)
  const { name } = await getOwnPasskey(context, id)
  await context.db.deleteFrom('passkeys').where('id', '=', id).execute()
  await announce(context, account, { before: name, after: null }, `The passkey “${name}” was removed from`)
}

const getOwnPasskey = async ({ db, caller }: Context, id: number): Promise<Passkey> => {
  const found = await db
    .selectFrom('passkeys')
    .select(listed)
    .where('id', '=', id)
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

interface NameChange {
  readonly before: string | null
  readonly after: string | null
}

const record = (context: Context, account: Account, change: NameChange): Promise<void> =>
  recordCredentialChange(context, account, 'two_factor_changed', { field: 'passkey', ...change })

const announce = async (
  context: Context,
  account: Account,
  change: NameChange,
  what: string,
): Promise<void> => {
  await record(context, account, change)
  const notice = signInNotice(`${what} your Shipmate account.`)
  await emailCredentialChange(context, account, notice, context.caller.session_id)
}
