import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { House } from '../context.ts'
import { problem, type Problem } from '../problem.ts'
import { loginName } from './rules.ts'

/** A fixed window of failures, counted from the first one. The key is hashed: people type passwords into name fields. */
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

const minute = 60
const hour = 3600

/** The counters of the room, by what is tried. */
export const counters = {
  /** The usual lock: one person's failures from one address. */
  login: (email: string, address: string | null) =>
    counter('login', `${loginName(email)}|${address}`, 5, minute),
  /** One account's failures from everywhere. */
  account: (email: string) => counter('account', loginName(email), 100, hour),
  /** The failures of a browser in which the person has signed in before, instead of both. */
  device: (id: string) => counter('device', id, 5, minute),
  deviceHourly: (id: string) => counter('device-hourly', id, 100, hour),
  /** One address's failures at all accounts: beyond these everybody from there waits (`countFrom`). */
  address: (address: string | null) => counter('address', String(address), 100, minute),
  /** Whoever knows the password must not guess codes for ever by logging in again and again. */
  challenge: (userId: number) => counter('challenge', String(userId), 30, hour),
  /** Answers to no login at all. */
  challengeAddress: (address: string | null) => counter('challenge-address', String(address), 30, minute),
  confirmPassword: (userId: number) => counter('confirm-password', String(userId), 5, minute),
  confirmTwoFactor: (userId: number) => counter('confirm-two-factor', String(userId), 5, minute),
  /** One mail a minute to one address, whether or not anybody is there. */
  forgot: (email: string) => counter('forgot', loginName(email), 1, minute),
  forgotAddress: (address: string | null) => counter('forgot-address', String(address), 30, minute),
  /** SSNs that one person looks at. */
  reveal: (userId: number) => counter('reveal', String(userId), 30, hour),
  reset: (address: string | null) => counter('reset', String(address), 30, minute),
} as const

const startOf = (house: House, { seconds }: Counter): string =>
  new Date(house.clock.now().getTime() - seconds * 1000).toISOString()

/** Counts one try unless the window is full. Answers the seconds to wait, or null when it was counted. */
export const countTry = async (house: House, counter: Counter): Promise<number | null> => {
  const now = house.clock.now().toISOString()
  const over = startOf(house, counter)
  const counted = await sql`
    insert into throttles (key, started_at, hits) values (${counter.key}, ${now}, 1)
    on conflict (key) do update set
      hits = case when throttles.started_at <= ${over} then 1 else throttles.hits + 1 end,
      started_at = case when throttles.started_at <= ${over} then excluded.started_at else throttles.started_at end
    where throttles.started_at <= ${over} or throttles.hits < ${counter.most}
    returning key`.execute(house.db)
  if (counted.rows.length > 0) return null
  const full = await house.db
    .selectFrom('throttles')
    .select('started_at')
    .where('key', '=', counter.key)
    .executeTakeFirst()
  const ends = full ? Date.parse(full.started_at) + counter.seconds * 1000 : Date.parse(now)
  return Math.max(1, Math.ceil((ends - Date.parse(now)) / 1000))
}

/** Counts one more, full or not. Answers how many there are in the window. */
const countOn = async (house: House, counter: Counter): Promise<number> => {
  const now = house.clock.now().toISOString()
  const over = startOf(house, counter)
  const { rows } = await sql<{ hits: number }>`
    insert into throttles (key, started_at, hits) values (${counter.key}, ${now}, 1)
    on conflict (key) do update set
      hits = case when throttles.started_at <= ${over} then 1 else throttles.hits + 1 end,
      started_at = case when throttles.started_at <= ${over} then excluded.started_at else throttles.started_at end
    returning hits`.execute(house.db)
  return rows[0]?.hits ?? 0
}

/** Whether a window holds so many failures. */
export const holds = async (house: House, counter: Counter, hits: number): Promise<boolean> => {
  const found = await house.db
    .selectFrom('throttles')
    .select('hits')
    .where('key', '=', counter.key)
    .where('started_at', '>', startOf(house, counter))
    .where('hits', '>=', hits)
    .executeTakeFirst()
  return found !== undefined
}

const longestDelay = 8

/** Seconds that a try waits when there were so many in a window for `most`: none, then half a second, doubled at each further `most`. */
export const delayOf = (hits: number, most: number): number =>
  hits <= most ? 0 : Math.min(longestDelay, 0.5 * 2 ** Math.floor((hits - most - 1) / most))

/**
 * Counts a try from one address, behind which a whole campus may be: beyond the limit it is not refused but waits, the
 * longer the more there were. Answers how many there are, and how long this one is to wait.
 */
export const countFrom = async (
  house: House,
  counter: Counter,
): Promise<{ readonly hits: number; readonly delay: number }> => {
  const hits = await countOn(house, counter)
  if (hits === counter.most + 1)
    house.log.warn(
      { counter: counter.key.split(':')[0] },
      'Many failed tries from one address: it is slowed down.',
    )
  return { hits, delay: delayOf(hits, counter.most) }
}

export const uncount = async (house: House, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await house.db
    .updateTable('throttles')
    .set((row) => ({ hits: sql<number>`greatest(${row.ref('hits')} - 1, 0)` }))
    .where('key', 'in', [...keys])
    .execute()
}

/** Forgets failures: somebody has proved who they are. */
export const clearCounters = async (house: House, done: readonly Counter[]): Promise<void> => {
  await house.db
    .deleteFrom('throttles')
    .where(
      'key',
      'in',
      done.map(({ key }) => key),
    )
    .execute()
}

const countAll = async (
  house: House,
  wanted: readonly Counter[],
  refuse: (seconds: number) => Problem,
): Promise<string[]> => {
  const counted: string[] = []
  for (const counter of wanted) {
    const seconds = await countTry(house, counter)
    if (seconds !== null) {
      await uncount(house, counted)
      throw refuse(seconds)
    }
    counted.push(counter.key)
  }
  return counted
}

/**
 * A try at something that may fail. It is counted before it is made, so that many at once do not slip through,
 * and taken back when it succeeds or was none. Every count is a statement of its own outside of the request's
 * transaction. `attempt` answers null for a failure.
 * @throws Problem as `refuse` makes it, when a window is full
 */
export const tryCounted = async <T>(
  house: House,
  wanted: readonly Counter[],
  refuse: (seconds: number) => Problem,
  attempt: () => Promise<T | null>,
): Promise<T | null> => {
  const counted = await countAll(house, wanted, refuse)
  try {
    const result = await attempt()
    if (result !== null) await uncount(house, counted)
    return result
  } catch (error) {
    await uncount(house, counted)
    throw error
  }
}

/** The 429 of everything but the login, on the field it is about. */
export const tooManyTries =
  (field: string) =>
  (seconds: number): Problem => {
    const text = `Too many attempts. Please try again in ${seconds} seconds.`
    return problem.tooMany(seconds, text, { [field]: [text] })
  }

/** The 429 of the login (behaviour 1.3). */
export const tooManyLogins = (seconds: number): Problem => {
  const text = `Too many login attempts. Please try again in ${seconds} seconds.`
  return problem.tooMany(seconds, text, { email: [text] })
}

/** Counts an SSN looked at. @throws Problem 429 when a person has looked at too many within the hour */
export const limitReveals = async (house: House, userId: number): Promise<void> => {
  const seconds = await countTry(house, counters.reveal(userId))
  if (seconds === null) return
  const minutes = Math.ceil(seconds / minute)
  throw problem.tooMany(seconds, `Too many SSNs were looked at. Please try again in ${minutes} minutes.`)
}
