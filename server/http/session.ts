import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, House } from '../context.ts'
import type { Database } from '../db/database.ts'
import { hashToken, newToken } from '../lib/crypt.ts'
import { problem } from '../problem.ts'
import { closedOptions, sessionCookie } from './cookies.ts'
import { renewToken } from './csrf.ts'

/** Minutes without activity after which a session ends. */
export const idleMinutes = 15
const absoluteHours = 12
/** Activity is written down at most this often, so that reads stay reads. */
const touchSeconds = 30

const after = (start: Date, seconds: number): string =>
  new Date(start.getTime() + seconds * 1000).toISOString()

/** The caller of a live session, and whether their activity is worth writing down. */
interface Found {
  readonly caller: Caller
  readonly isTouchDue: boolean
}

/**
 * Whoever holds the session of this cookie: neither idle for 15 minutes nor older than 12 hours,
 * and the account still in use. One query, on every request.
 */
const findCaller = async (house: House, token: string): Promise<Found | null> => {
  const now = house.clock.now()
  const found = await house.pool.query<CallerRow>({
    // named, so that it is planned once on a connection: it runs before everything else
    name: 'find_caller',
    text: callerQuery,
    values: [hashToken(token), now.toISOString(), after(now, -idleMinutes * 60)],
  })
  const [row] = found.rows
  if (!row) return null
  const { last_seen_at, ...caller } = row
  return { caller, isTouchDue: last_seen_at < after(now, -touchSeconds) }
}

interface CallerRow extends Caller {
  readonly last_seen_at: string
}

const callerQuery = `
  select sessions.id as session_id, sessions.last_seen_at, sessions.password_confirmed_at, users.id, users.email,
    users.first_name || ' ' || users.last_name as name, users.permission, users.is_demo,
    users.two_factor_confirmed_at is not null as two_factor_enabled,
    array(select school_id::int from user_schools where user_id = users.id order by 1) as school_ids
  from sessions join users on users.id = sessions.user_id
  where sessions.token_hash = $1 and sessions.expires_at > $2 and sessions.last_seen_at > $3
    and users.disabled_at is null and users.deleted_at is null`

/** Polling says so, and is no activity. */
const isBackground = (request: FastifyRequest): boolean => request.headers['x-background'] === '1'

const touch = async (house: House, sessionId: number): Promise<void> => {
  await house.db
    .updateTable('sessions')
    .set({ last_seen_at: house.clock.now().toISOString() })
    .where('id', '=', sessionId)
    .execute()
}

/** Who calls, or null; without taking it for activity. */
export const look = async (house: House, request: FastifyRequest): Promise<Caller | null> => {
  const token = request.cookies[sessionCookie(house.settings)]
  return token === undefined || token === '' ? null : ((await findCaller(house, token))?.caller ?? null)
}

/** Who calls, or null. */
export const identify = async (house: House, request: FastifyRequest): Promise<Caller | null> => {
  const token = request.cookies[sessionCookie(house.settings)]
  if (token === undefined || token === '') return null
  const found = await findCaller(house, token)
  if (!found) await forgetEnded(house, token)
  if (found?.isTouchDue && !isBackground(request)) await touch(house, found.caller.session_id)
  return found?.caller ?? null
}

/** A session that has run out is gone with the first call that finds it so. */
const forgetEnded = async (house: House, token: string): Promise<void> => {
  const now = house.clock.now()
  await house.db
    .deleteFrom('sessions')
    .where('token_hash', '=', hashToken(token))
    .where((row) =>
      row.or([
        row('expires_at', '<=', now.toISOString()),
        row('last_seen_at', '<=', after(now, -idleMinutes * 60)),
      ]),
    )
    .execute()
}

/** Opens a session for a user and hands its cookies out; the caller's former session, if any, ends. */
export const openSession = async (
  house: House,
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  login: { userId: number; remember: boolean },
): Promise<void> => {
  const now = house.clock.now()
  const token = newToken()
  const former = request.cookies[sessionCookie(house.settings)]
  if (former) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(former)).execute()
  const { id } = await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: login.userId,
      remember: login.remember,
      address: request.ip,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: after(now, absoluteHours * 3600),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const options = closedOptions(house.settings, login.remember ? absoluteHours * 3600 : undefined)
  void reply.setCookie(sessionCookie(house.settings), token, options)
  renewToken(house, reply, id)
}

/**
 * Gives a session a new secret, its life and its anti-forgery token unchanged: whoever proves themselves again
 * leaves copies of the old cookie worthless.
 */
export const renewSession = async (
  house: House,
  db: Database,
  reply: FastifyReply,
  id: number,
): Promise<void> => {
  const token = newToken()
  const session = await db
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', id)
    .returning(['remember', 'expires_at'])
    .executeTakeFirst()
  if (!session) throw problem.unauthenticated()
  const left = Math.floor((Date.parse(session.expires_at) - house.clock.now().getTime()) / 1000)
  const options = closedOptions(house.settings, session.remember ? left : undefined)
  void reply.setCookie(sessionCookie(house.settings), token, options)
}

/** Ends one session and takes its cookie back. */
export const closeSession = async (
  house: House,
  db: Database,
  reply: FastifyReply,
  id: number,
): Promise<void> => {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
  void reply.clearCookie(sessionCookie(house.settings), closedOptions(house.settings))
  void reply.header('Clear-Site-Data', '"cache", "storage"')
  renewToken(house, reply, null)
}

/** Ends a user's sessions, all or all but one: whatever changes their rights or proof takes effect at once. */
export const endSessions = async (db: Database, userId: number, exceptId?: number): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? 0))
    .execute()
}
