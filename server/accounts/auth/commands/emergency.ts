import { sql } from 'kysely'
import { emergencyMinutes, emergencyTexts } from '#contract/accounts/auth/texts.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { logAccess } from '#server/platform/history/index.ts'
import type { Http } from '#server/platform/http/mount.ts'
import { openSession } from '#server/platform/http/session.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { hashToken } from '#server/platform/lib/crypt.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { sendLater } from './emails.ts'
import { lockAccount, type Account } from '../queries.ts'
import { loginName, counters, runCounted, tooManyLogins } from '#server/platform/http/throttle.ts'
import { normalizeCode } from '../rules/sign-in.ts'
import { logFailure } from './check-login.ts'

/** What someone types to get in. */
interface EmergencyEntry {
  readonly email: string
  readonly code: string
  readonly reason: string
}

/** A code that is correct now, and whose it is. */
interface FoundCode {
  readonly id: number
  readonly user_id: number
}

/** Finds the user and the code in one statement, so that a wrong email takes as long as a wrong code. */
const findCode = async (
  { services }: AnonymousContext,
  { email, code }: EmergencyEntry,
): Promise<{ user: number | undefined; found: FoundCode | null }> => {
  const { rows } = await sql<{ user_id: number; code_id: number | null }>`
    select u.id as user_id, c.id as code_id
    from users u left join emergency_codes c on c.user_id = u.id and c.code_hash = ${hashToken(normalizeCode(code))}
      and c.used_at is null and c.replaced_at is null and c.expires_at > ${services.clock.now().toISOString()}
      and u.permission = 'shipmate_admin' and u.disabled_at is null
    where u.email = ${loginName(email)} and u.deleted_at is null`.execute(services.db)
  const [row] = rows
  const hasCode = row !== undefined && row.code_id !== null
  return { user: row?.user_id, found: hasCode ? { id: Number(row.code_id), user_id: row.user_id } : null }
}

const wrong = (): Problem => problem.invalid({ code: emergencyTexts.wrong })

/**
 * Checks an emergency code before the transaction. Any wrong input counts, is recorded, and gets the same response.
 * @throws Problem 422 `code`, 429 with Retry-After
 */
export const checkEmergencyCode = async (
  context: AnonymousContext,
  entry: EmergencyEntry,
): Promise<FoundCode> => {
  const { services, address } = context
  const wanted = [counters.emergency(address), counters.emergencyHourly(address)]
  const found = await runCounted(services, wanted, tooManyLogins, async () => {
    const { user, found: code } = await findCode(context, entry)
    if (code === null) await logFailure(context, user, 'emergency access')
    return code
  }).catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'too_many')
      await logFailure(context, undefined, 'emergency access, too many attempts')
    throw error
  })
  if (!found) throw wrong()
  return found
}

/**
 * Uses the code and opens a session of 60 minutes that counts as both factors, records it with its reason, and emails every
 * other Shipmate Admin. Returns the account and when the session ends. @throws Problem 422 `code`
 */
export const signInForEmergency = async (
  context: AnonymousContext,
  code: FoundCode,
  reason: string,
  { request, reply }: Http,
): Promise<{ account: Account; endsAt: string }> => {
  const { services, db, clock, address } = context
  const now = clock.now()
  const endsAt = new Date(now.getTime() + emergencyMinutes * 60_000).toISOString()
  const used = await db
    .updateTable('emergency_codes')
    .set({ used_at: now.toISOString() })
    .where('id', '=', code.id)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  const account = await lockAccount(db, code.user_id)
  if (used.numUpdatedRows === 0n || account?.disabled_at !== null) throw wrong()
  const { id } = await db
    .insertInto('emergency_sign_ins')
    .values({
      code_id: code.id,
      user_id: account.id,
      reason,
      address,
      started_at: now.toISOString(),
      ends_at: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openSession(services, db, request, reply, {
    userId: account.id,
    remember: false,
    emergency: { id, endsAt },
  })
  const who = { ...context, caller: { id: account.id, emergency_id: id } }
  await logAccess(db, services, who, {
    action: 'emergency',
    subject_type: 'emergency_sign_in',
    subject_id: id,
    detail: reason,
  })
  await alertOthers(context, account, reason)
  return { account, endsAt }
}

const exact = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: officeTimeZone,
})

const alertOthers = async (context: AnonymousContext, account: Account, reason: string): Promise<void> => {
  const others = await context.db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('permission', '=', 'shipmate_admin')
    .where('id', '<>', account.id)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  const name = `${account.first_name} ${account.last_name}`
  const at = exact.format(context.clock.now())
  const text = `Someone signed in as ${name} with the emergency code on ${at}, from ${context.address ?? 'an unknown address'}. Reason: ${reason}`
  for (const other of others)
    await sendLater(context, other, { kind: 'emergency_access', values: { 'notice.text': text } })
}
