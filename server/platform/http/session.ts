import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { closedOptions, sessionCookie } from './cookies.ts'
import { renewToken } from './csrf.ts'

/** Minutes without activity after which a session ends. */
export const idleMinutes = 15
const absoluteHours = 12
/** Seconds between two updates of a session’s last activity, so that reads stay reads. */
const touchSeconds = 30
/** The same for the user, whose last activity stays when the session is gone. */
const touchUserSeconds = 300

const after = (start: Date, seconds: number): string =>
  new Date(start.getTime() + seconds * 1000).toISOString()

/** The caller of a valid session, and whether their activity needs an update. */
interface Found {
  readonly caller: Caller
  readonly isTouchDue: boolean
  readonly isUserTouchDue: boolean
}

/**
 * Returns the user of a session cookie, if the session was active in the last 15 minutes and started in the
 * last 12 hours, and the account is active. One query, on every request.
 */
const findCaller = async (services: Services, token: string): Promise<Found | null> => {
  const now = services.clock.now()
  const found = await services.pool.query<CallerRow>({
    // named, so that each connection plans it once: it runs on every request
    name: 'find_caller',
    text: callerQuery,
    values: [hashToken(token), now.toISOString(), after(now, -idleMinutes * 60)],
  })
  const [row] = found.rows
  if (!row) return null
  const { last_seen_at, user_seen_at, ...caller } = row
  return {
    caller,
    isTouchDue: last_seen_at < after(now, -touchSeconds),
    isUserTouchDue: user_seen_at === null || user_seen_at < after(now, -touchUserSeconds),
  }
}

interface CallerRow extends Caller {
  readonly last_seen_at: string
  readonly user_seen_at: string | null
}

/** The SQL of whether a school of the user requires two-factor authentication of its school admins. */
export const requiresFactor = `exists(
  select from user_schools join sign_in_settings on sign_in_settings.school_id = user_schools.school_id
  where user_schools.user_id = users.id and sign_in_settings.requires_two_factor)`

const selectCaller = `
  select sessions.id as session_id, sessions.last_seen_at, sessions.password_confirmed_at, users.id, users.email,
    users.last_seen_at as user_seen_at,
    users.first_name || ' ' || users.last_name as name, users.permission, users.is_demo,
    (users.two_factor_confirmed_at is not null or exists(select from passkeys where user_id = users.id))
      as two_factor_enabled,
    sessions.provider_factor, ${requiresFactor} as school_requires_factor,
    sessions.emergency_id, case when sessions.emergency_id is null then null else sessions.expires_at end as emergency_ends_at,
    array(select school_id::int from user_schools where user_id = users.id order by 1) as school_ids`

const fromValidSessions = `
  from sessions join users on users.id = sessions.user_id
  where sessions.expires_at > $2 and sessions.last_seen_at > $3
    and users.disabled_at is null and users.deleted_at is null`

const callerQuery = `${selectCaller} ${fromValidSessions} and sessions.token_hash = $1`

const callersQuery = `${selectCaller}, encode(sessions.token_hash, 'hex') as token_hash ${fromValidSessions}
    and sessions.token_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))`

/** Returns whether the request counts as activity. Polling marks itself and doesn’t. */
const isBackground = (request: FastifyRequest): boolean => request.headers['x-background'] === '1'

const touch = async (services: Services, { caller, isUserTouchDue }: Found): Promise<void> => {
  const seen = { last_seen_at: services.clock.now().toISOString() }
  await services.db.updateTable('sessions').set(seen).where('id', '=', caller.session_id).execute()
  if (isUserTouchDue) await services.db.updateTable('users').set(seen).where('id', '=', caller.id).execute()
}

/** Returns the session token of a request, whether it’s valid or not; null without one. */
export const sessionTokenOf = (
  { settings }: Pick<Services, 'settings'>,
  request: FastifyRequest,
): string | null => request.cookies[sessionCookie(settings)] || null

/** Returns the callers of those session tokens that are valid, in one query, without recording activity. */
export const findCallers = async (
  services: Services,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, Caller>> => {
  const byHash = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]))
  const now = services.clock.now()
  const { rows } = await services.pool.query<CallerRow & { readonly token_hash: string }>({
    name: 'find_callers',
    text: callersQuery,
    values: [[...byHash.keys()], now.toISOString(), after(now, -idleMinutes * 60)],
  })
  return new Map(
    rows.map(({ token_hash: hash, last_seen_at: _seen, user_seen_at: _userSeen, ...caller }) => [
      byHash.get(hash) ?? '',
      caller,
    ]),
  )
}

/** Returns who sent a request, and notes that the session is in use; null without an open session. */
export const identify = async (services: Services, request: FastifyRequest): Promise<Caller | null> => {
  const token = sessionTokenOf(services, request)
  if (token === null) return null
  const found = await findCaller(services, token)
  if (!found) await deleteEnded(services, token)
  if (found?.isTouchDue && !isBackground(request)) await touch(services, found)
  return found?.caller ?? null
}

/** Deletes an expired session on the first call that uses it. */
const deleteEnded = async (services: Services, token: string): Promise<void> => {
  const now = services.clock.now()
  await services.db
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

/** Starts a session for a user and sets its cookies. Ends the caller’s previous session, if any. */
export const openSession = async (
  services: Services,
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  login: {
    userId: number
    remember: boolean
    providerFactor?: boolean
    isConfirmed?: boolean
    /** Emergency access ends at a fixed time. */
    emergency?: { readonly id: number; readonly endsAt: string }
  },
): Promise<void> => {
  const now = services.clock.now()
  const token = newToken()
  const former = request.cookies[sessionCookie(services.settings)]
  if (former) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(former)).execute()
  const { id } = await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: login.userId,
      remember: login.remember,
      provider_factor: login.providerFactor ?? false,
      password_confirmed_at: login.isConfirmed ? now.toISOString() : null,
      address: request.ip,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: login.emergency?.endsAt ?? after(now, absoluteHours * 3600),
      emergency_id: login.emergency?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('users')
    .set({ last_seen_at: now.toISOString() })
    .where('id', '=', login.userId)
    .execute()
  const options = closedOptions(services.settings, login.remember ? absoluteHours * 3600 : undefined)
  void reply.setCookie(sessionCookie(services.settings), token, options)
  renewToken(services, reply, id)
}

/**
 * Gives a session a new secret after the user proves their identity again, so that copies of the old cookie
 * stop working. Its lifetime and anti-forgery token don’t change.
 */
export const renewSession = async (
  services: Services,
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
  const left = Math.floor((Date.parse(session.expires_at) - services.clock.now().getTime()) / 1000)
  const options = closedOptions(services.settings, session.remember ? left : undefined)
  void reply.setCookie(sessionCookie(services.settings), token, options)
}

/** Ends one session and clears its cookie. */
export const closeSession = async (
  services: Services,
  db: Database,
  reply: FastifyReply,
  id: number,
): Promise<void> => {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
  void reply.clearCookie(sessionCookie(services.settings), closedOptions(services.settings))
  void reply.header('Clear-Site-Data', '"cache", "storage"')
  renewToken(services, reply, null)
}

/** Selects the sessions that have neither expired nor been idle for too long. */
export const selectOpenSessions = ({ db, clock }: { db: Database; clock: Services['clock'] }) =>
  db
    .selectFrom('sessions')
    .where('expires_at', '>', clock.now().toISOString())
    .where('last_seen_at', '>', after(clock.now(), -idleMinutes * 60))

/** Ends all sessions of a user, or all but one, so that changed permissions or credentials apply at once. */
export const endSessions = async (db: Database, userId: number, exceptId?: number): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? 0))
    .execute()
}
