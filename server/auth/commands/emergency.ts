import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { emergencyMinutes, emergencyTexts } from '#contract/auth/texts.ts'
import type { AnonymousContext, Context } from '../../context.ts'
import { logAccess } from '../../history/index.ts'
import type { Http } from '../../http/mount.ts'
import { openSession } from '../../http/session.ts'
import { officeTimeZone } from '../../lib/clock.ts'
import { hashToken } from '../../lib/crypt.ts'
import { Problem, problem } from '../../problem.ts'
import { sendLater } from '../messages.ts'
import { lockAccount, type Account } from '../queries.ts'
import { loginName } from '../rules.ts'
import { counters, runCounted, tooManyLogins } from '../throttle.ts'
import { logFailure } from './check-login.ts'

/** Letters and digits that can’t be confused when someone reads them from paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 5
const groupLength = 5
/** Days for which a code can wait in its safe. */
const validDays = 365

/** Returns a code as it’s compared: without dashes and spaces, in capitals, with look-alikes as digits. */
const normalize = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const newCode = (): string => {
  const letters = Array.from({ length: groups * groupLength }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').match(/.{5}/g)?.join('-') ?? ''
}

/**
 * Creates the emergency code of an active Shipmate Admin. It’s stored hashed, works once within a year, and replaces an
 * earlier one. Returns the code; null if there’s no such admin.
 */
export const issueEmergencyCode = async (
  context: Pick<Context, 'db' | 'clock'>,
  email: string,
): Promise<string | null> => {
  const { db, clock } = context
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', loginName(email))
    .where('permission', '=', 'shipmate_admin')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return null
  const code = newCode()
  const now = clock.now()
  await db
    .updateTable('emergency_codes')
    .set({ replaced_at: now.toISOString() })
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
  await db
    .insertInto('emergency_codes')
    .values({
      user_id: user.id,
      code_hash: hashToken(normalize(code)),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + validDays * 86_400_000).toISOString(),
    })
    .execute()
  const operator = { caller: null, requestId: 'emergency-code', address: null }
  await logAccess(db, context, operator, {
    action: 'reveal',
    subject_type: 'user',
    subject_id: user.id,
    detail: 'emergency code, by an operator',
  })
  return code
}

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
    from users u left join emergency_codes c on c.user_id = u.id and c.code_hash = ${hashToken(normalize(code))}
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
