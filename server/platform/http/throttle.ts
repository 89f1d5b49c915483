import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { authTexts } from '#contract/accounts/auth/texts.ts'
import type { Services } from '#server/platform/context.ts'
import { problem, type Problem } from '#server/platform/problem.ts'

/**
 * A fixed window of failures that starts with the first one. The key is hashed, because people type passwords
 * into email fields.
 */
export interface Counter {
  readonly key: string
  readonly most: number
  readonly seconds: number
}

const counter = (name: string, who: string, most: number, seconds: number): Counter => ({
  key: `${name}:${createHash('sha256').update(who).digest('base64url')}`,
  most,
  seconds,
})

/**
 * Returns an email address in one spelling, so that case, width and surrounding spaces don’t avoid the
 * counters.
 */
export const loginName = (email: string): string =>
  email.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

const minute = 60
const hour = 3600

/** The counters by what is attempted. */
export const counters = {
  /** The usual lock: one user’s failures from one network address. */
  login: (email: string, address: string | null) =>
    counter('login', `${loginName(email)}|${address}`, 5, minute),
  /** One account’s failures from all addresses. */
  account: (email: string) => counter('account', loginName(email), 100, hour),
  /** The failures on a user’s known device, instead of the two above. */
  device: (id: string) => counter('device', id, 5, minute),
  deviceHourly: (id: string) => counter('device-hourly', id, 100, hour),
  /** One address’s failures for all accounts: beyond these, every attempt from there waits (`countFromAddress`). */
  address: (address: string | null) => counter('address', String(address), 100, minute),
  /** Codes per user, because someone who knows the password could sign in again and again to guess codes. */
  challenge: (userId: number) => counter('challenge', String(userId), 30, hour),
  /** Codes without a pending sign-in. */
  challengeAddress: (address: string | null) => counter('challenge-address', String(address), 30, minute),
  confirmPassword: (userId: number) => counter('confirm-password', String(userId), 5, minute),
  confirmTwoFactor: (userId: number) => counter('confirm-two-factor', String(userId), 5, minute),
  /** One email per minute to an address, whether or not it has an account. */
  forgot: (email: string) => counter('forgot', loginName(email), 1, minute),
  forgotAddress: (address: string | null) => counter('forgot-address', String(address), 30, minute),
  /** SSNs that one user reveals. */
  reveal: (userId: number) => counter('reveal', String(userId), 30, hour),
  /** Calls with an API token. */
  token: (userId: number) => counter('token', String(userId), 600, minute),
  /** Calls with reports about emails from one address. */
  emailEvents: (address: string | null) => counter('email-events', String(address), 600, minute),
  /** Forms of students from one address, which can be a whole campus. */
  forms: (address: string | null) => counter('forms', String(address), 300, 10 * minute),
  /** Files of forms from one address. A form can have several. */
  formFiles: (address: string | null) => counter('form-files', String(address), 900, 10 * minute),
  /** Insurance companies that students search for from one address, a few for each name that is typed. */
  companySearches: (address: string | null) =>
    counter('company-searches', String(address), 6000, 10 * minute),
  /** Checks of unsent forms from one address: one for each step of a form. */
  formChecks: (address: string | null) => counter('form-checks', String(address), 3000, 10 * minute),
  /** Steps of forms that were shown to students of one network. */
  formSteps: (address: string | null) => counter('form-steps', String(address), 6000, 10 * minute),
  /** Links that are emailed for one form, and from one address. */
  formLinks: (token: string) => counter('form-links', token, 3, hour),
  formLinksAddress: (address: string | null) => counter('form-links-address', String(address), 60, hour),
  /** Emails with a code to one student, known or not. */
  statusCode: (who: string) => counter('status-code', who, 1, minute),
  statusCodeHourly: (who: string) => counter('status-code-hourly', who, 5, hour),
  /** What students of one network do on the student site besides forms. */
  statusCodes: (address: string | null) => counter('status-codes', String(address), 300, 10 * minute),
  statusTries: (address: string | null) => counter('status-tries', String(address), 300, 10 * minute),
  statusCalls: (address: string | null) => counter('status-calls', String(address), 3000, 10 * minute),
  /** Messages to a school’s office from one address. */
  messages: (address: string | null) => counter('messages', String(address), 60, 10 * minute),
  /** Sign-ins with a passkey or at a school’s provider that are started from one address. */
  signOn: (address: string | null) => counter('sign-on', String(address), 100, minute),
  reset: (address: string | null) => counter('reset', String(address), 30, minute),
  /** Emergency codes from one address. They can’t be guessed, so an account has no limit that others could use up. */
  emergency: (address: string | null) => counter('emergency', String(address), 5, minute),
  emergencyHourly: (address: string | null) => counter('emergency-hourly', String(address), 30, hour),
} as const

const startOf = (services: Services, { seconds }: Counter): string =>
  new Date(services.clock.now().getTime() - seconds * 1000).toISOString()

/** Counts an attempt unless the window is full. Returns the seconds to wait, or null if it was counted. */
export const countAttempt = async (services: Services, counter: Counter): Promise<number | null> => {
  const now = services.clock.now().toISOString()
  const over = startOf(services, counter)
  const counted = await sql`
    insert into throttles (key, started_at, hits) values (${counter.key}, ${now}, 1)
    on conflict (key) do update set
      hits = case when throttles.started_at <= ${over} then 1 else throttles.hits + 1 end,
      started_at = case when throttles.started_at <= ${over} then excluded.started_at else throttles.started_at end
    where throttles.started_at <= ${over} or throttles.hits < ${counter.most}
    returning key`.execute(services.db)
  if (counted.rows.length > 0) return null
  const full = await services.db
    .selectFrom('throttles')
    .select('started_at')
    .where('key', '=', counter.key)
    .executeTakeFirst()
  const ends = full ? Date.parse(full.started_at) + counter.seconds * 1000 : Date.parse(now)
  return Math.max(1, Math.ceil((ends - Date.parse(now)) / 1000))
}

/** Counts an attempt even if the window is full. Returns the number in the window. */
const countOn = async (services: Services, counter: Counter): Promise<number> => {
  const now = services.clock.now().toISOString()
  const over = startOf(services, counter)
  const { rows } = await sql<{ hits: number }>`
    insert into throttles (key, started_at, hits) values (${counter.key}, ${now}, 1)
    on conflict (key) do update set
      hits = case when throttles.started_at <= ${over} then 1 else throttles.hits + 1 end,
      started_at = case when throttles.started_at <= ${over} then excluded.started_at else throttles.started_at end
    returning hits`.execute(services.db)
  return rows[0]?.hits ?? 0
}

/** Returns whether a window has this many failures. */
export const hasReached = async (services: Services, counter: Counter, hits: number): Promise<boolean> => {
  const found = await services.db
    .selectFrom('throttles')
    .select('hits')
    .where('key', '=', counter.key)
    .where('started_at', '>', startOf(services, counter))
    .where('hits', '>=', hits)
    .executeTakeFirst()
  return found !== undefined
}

const longestDelay = 8

/**
 * Returns the seconds an attempt waits after `most` in a window: none up to `most`, then half a second, doubled
 * at each further `most`.
 */
export const delayOf = (hits: number, most: number): number =>
  hits <= most ? 0 : Math.min(longestDelay, 0.5 * 2 ** Math.floor((hits - most - 1) / most))

/**
 * Counts an attempt from one address, which can be a whole campus. Beyond the limit it isn’t refused but waits,
 * longer with each further attempt. Returns the count and the wait.
 */
export const countFromAddress = async (
  services: Services,
  counter: Counter,
): Promise<{ readonly hits: number; readonly delay: number }> => {
  const hits = await countOn(services, counter)
  if (hits === counter.most + 1)
    services.log.warn(
      { counter: counter.key.split(':')[0] },
      'Many failed attempts from one address. Slowing it down.',
    )
  return { hits, delay: delayOf(hits, counter.most) }
}

export const undoCounts = async (services: Services, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await services.db
    .updateTable('throttles')
    .set((row) => ({ hits: sql<number>`greatest(${row.ref('hits')} - 1, 0)` }))
    .where('key', 'in', [...keys])
    .execute()
}

/** Resets failures after a successful check. */
export const clearCounters = async (services: Services, done: readonly Counter[]): Promise<void> => {
  await services.db
    .deleteFrom('throttles')
    .where(
      'key',
      'in',
      done.map(({ key }) => key),
    )
    .execute()
}

const countAll = async (
  services: Services,
  wanted: readonly Counter[],
  refuse: (seconds: number) => Problem,
): Promise<string[]> => {
  const counted: string[] = []
  for (const counter of wanted) {
    const seconds = await countAttempt(services, counter)
    if (seconds !== null) {
      await undoCounts(services, counted)
      throw refuse(seconds)
    }
    counted.push(counter.key)
  }
  return counted
}

/**
 * Runs an attempt that can fail. It’s counted first, so that parallel attempts can’t exceed the limit, and
 * uncounted if it succeeds or wasn’t a real attempt. Counts are saved outside the request’s transaction.
 * `attempt` returns null for a failure.
 * @throws Problem from `refuse` if a window is full
 */
export const runCounted = async <T>(
  services: Services,
  wanted: readonly Counter[],
  refuse: (seconds: number) => Problem,
  attempt: () => Promise<T | null>,
): Promise<T | null> => {
  const counted = await countAll(services, wanted, refuse)
  try {
    const result = await attempt()
    if (result !== null) await undoCounts(services, counted)
    return result
  } catch (error) {
    await undoCounts(services, counted)
    throw error
  }
}

/** Returns the 429 of everything except sign-in, on its field. */
export const tooManyAttempts =
  (field: string) =>
  (seconds: number): Problem => {
    const text = `Too many attempts. Try again in ${seconds} seconds.`
    return problem.tooMany(seconds, text, { [field]: [text] })
  }

/** Returns the 429 of sign-in, at its email field. */
export const tooManyLogins = (seconds: number): Problem => {
  const text = authTexts.logins.replace(':n', String(seconds))
  return problem.tooMany(seconds, text, { email: [text] })
}

/** Counts a revealed SSN. @throws Problem 429 if the user has revealed too many in the last hour */
export const limitReveals = async (services: Services, userId: number): Promise<void> => {
  const seconds = await countAttempt(services, counters.reveal(userId))
  if (seconds === null) return
  const minutes = Math.ceil(seconds / minute)
  throw problem.tooMany(seconds, `You’ve revealed too many SSNs. Try again in ${minutes} minutes.`)
}

/** Calls of one user that share a limit. */
interface UserCalls {
  readonly name: string
  readonly userId: number
  readonly most: number
  readonly seconds: number
}

/** Counts a call of a user. Returns the seconds to wait, or null if it was counted. */
export const countCalls = (
  services: Services,
  { name, userId, most, seconds }: UserCalls,
): Promise<number | null> => countAttempt(services, counter(name, String(userId), most, seconds))

/** Counts a call with an API token. @throws Problem 429 */
export const limitTokens = async (services: Services, userId: number): Promise<void> => {
  const seconds = await countAttempt(services, counters.token(userId))
  if (seconds !== null) throw problem.tooMany(seconds)
}

/** Counts a call with reports about emails. @throws Problem 429 */
export const limitEmailEvents = async (services: Services, address: string): Promise<void> => {
  const seconds = await countAttempt(services, counters.emailEvents(address))
  if (seconds !== null) throw problem.tooMany(seconds)
}

/** Counts what students of one network do, such as asking for codes. @throws Problem 429 */
export const limitFromNetwork = async (services: Services, counter: Counter, what: string): Promise<void> => {
  const seconds = await countAttempt(services, counter)
  if (seconds === null) return
  const minutes = Math.ceil(seconds / minute)
  throw problem.tooMany(
    seconds,
    `Too many ${what} were sent from your network. Try again in ${minutes} minutes.`,
  )
}

/** Counts a sign-in that’s started with a passkey or at a school’s provider. Returns the seconds that it waits. */
export const limitSignOns = async (services: Services, address: string | null): Promise<number> =>
  (await countFromAddress(services, counters.signOn(address))).delay
