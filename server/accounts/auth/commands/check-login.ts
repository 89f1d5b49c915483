import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { authTexts } from '#contract/accounts/auth/texts.ts'
import { clearExpiredLinks } from '#server/mail/email-delivery/index.ts'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import {
  clearCounters,
  counters,
  countFromAddress,
  hasReached,
  runCounted,
  tooManyLogins,
  undoCounts,
} from '#server/platform/http/throttle.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { findAccountByEmail, isUsable, lockAccount, pendingSince, type Account } from '../queries.ts'
import { hashPassword, isOutdated, isPassword } from '../rules/passwords.ts'

/** A correct password, with a new hash if the saved one uses old parameters. */
export interface CheckedLogin {
  readonly account: Account
  readonly newHash: string | null
}

const wrong = () => problem.invalid({ email: authTexts.credentials })

/** Returns whether codes of an authenticator app are set up and confirmed. */
export const hasAuthenticator = (
  account: Pick<Account, 'two_factor_secret' | 'two_factor_confirmed_at'>,
): boolean => account.two_factor_secret !== null && account.two_factor_confirmed_at !== null

/** Returns whether a password needs a second factor: a code or a passkey. */
export const hasTwoFactor = (
  account: Pick<Account, 'two_factor_secret' | 'two_factor_confirmed_at' | 'has_passkey'>,
): boolean => hasAuthenticator(account) || account.has_passkey

/** Returns what completes the sign-in of a user with a passkey, the easiest first. Others enter a code. */
export const methodsOf = (account: Account): { methods?: ('passkey' | 'code')[] } =>
  account.has_passkey ? { methods: hasAuthenticator(account) ? ['passkey', 'code'] : ['passkey'] } : {}

/**
 * Checks an email address and a password, before the transaction. Unknown addresses, wrong passwords and
 * disabled users take the same time and get the same response. Only failures count: from a `device` the user
 * has signed in on, only that device’s, so that others can’t lock the user out; otherwise those of the account,
 * then those of the network address.
 * @throws Problem 422 `email`, 429 with Retry-After
 */
export const checkLogin = async (
  context: AnonymousContext,
  { email, password }: { readonly email: string; readonly password: string },
  device: string | null,
): Promise<CheckedLogin> => {
  const { services, address } = context
  const own = [counters.login(email, address), counters.account(email)]
  const wanted = device === null ? own : [counters.device(device), counters.deviceHourly(device)]
  const account = await runCounted(services, wanted, tooManyLogins, async () => {
    if (device === null) await delayAddress(context, email)
    const found = await findAccountByEmail(services.db, email)
    const matches = await isPassword(found?.password_hash ?? null, password)
    if (matches && isUsable(found)) return found
    await logFailure(context, found?.id)
    return null
  }).catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'too_many')
      await logFailure(context, undefined, 'too many attempts')
    throw error
  })
  if (!account) throw wrong()
  if (device === null) await undoCounts(services, [counters.address(address).key])
  if (!hasTwoFactor(account)) await clearCounters(services, [...own, ...wanted])
  await deleteExpired(services)
  const isOld = account.password_hash !== null && isOutdated(account.password_hash)
  return { account, newHash: isOld ? await hashPassword(password) : null }
}

/** Failures per hour after which an account counts as under attack. */
const attackThreshold = 10

/**
 * Slows down an address with too many failures. Only sign-ins to an account under attack are refused.
 * @throws Problem 429
 */
export const delayAddress = async ({ services, address }: AnonymousContext, email: string): Promise<void> => {
  const from = counters.address(address)
  const { delay } = await countFromAddress(services, from)
  if (delay === 0) return
  if (await hasReached(services, counters.account(email), attackThreshold)) throw tooManyLogins(from.seconds)
  await sleep(delay * 1000)
}

/**
 * Logs a failed sign-in outside the request’s transaction, without the input, because it can contain a
 * password.
 */
export const logFailure = async (
  context: AnonymousContext,
  userId: number | undefined,
  detail?: string,
): Promise<void> => {
  await context.services.accesses.refuse(context.services, context, {
    action: 'login_failed',
    ...(userId === undefined ? {} : { subject_type: 'user', subject_id: userId }),
    ...(detail === undefined ? {} : { detail }),
  })
}

/** Completes the check in the transaction: the account must not have changed. @throws Problem 422 `email` */
export const acceptLogin = async (
  { db }: AnonymousContext,
  { account, newHash }: CheckedLogin,
): Promise<Account> => {
  const held = await lockAccount(db, account.id)
  if (!isUsable(held) || held.password_hash !== account.password_hash) throw wrong()
  if (newHash !== null)
    await db.updateTable('users').set({ password_hash: newHash }).where('id', '=', held.id).execute()
  return held
}

/** The longest window of a counter, plus a margin. */
const throttleSeconds = 7200

/**
 * Deletes what has expired: counters, pending sign-ins, emailed links, sessions. Runs at every sign-in, and fails none; each
 * statement skips rows that are locked.
 */
export const deleteExpired = (services: Services): Promise<unknown> =>
  doEach(
    services,
    'A part of the cleanup at a sign-in failed. Retrying.',
    Object.entries(removalsOf(services)),
    (remove) => remove(),
  )

const removalsOf = (services: Services): Readonly<Record<string, () => Promise<unknown>>> => {
  const now = services.clock.now()
  const longAgo = new Date(now.getTime() - throttleSeconds * 1000).toISOString()
  return {
    throttles: () =>
      sql`delete from throttles where key in (
    select key from throttles where started_at < ${longAgo} limit 500 for update skip locked)`.execute(
        services.db,
      ),
    pending_logins: () =>
      sql`delete from pending_logins where id in (
    select id from pending_logins where created_at < ${pendingSince(services)} limit 500 for update skip locked)`.execute(
        services.db,
      ),
    // scope: expired rows of every school
    sign_on_attempts: () =>
      sql`delete from sign_on_attempts where id in (
    select id from sign_on_attempts where created_at < ${pendingSince(services)} limit 500 for update skip locked)`.execute(
        services.db,
      ),
    email_links: () => clearExpiredLinks(services),
    sessions: () =>
      sql`delete from sessions where id in (
    select id from sessions where expires_at < ${now.toISOString()} limit 500 for update skip locked)`.execute(
        services.db,
      ),
  }
}
