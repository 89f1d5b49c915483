import { sql } from 'kysely'
import type { House } from '../../context.ts'
import { pendingSince } from '../queries.ts'

/** The longest window that a counter has, and a little more. */
const throttleSeconds = 7200

/**
 * Removes what has run out: counters, waiting logins, mailed links, sessions. Called with every login; each is a statement of
 * its own that leaves alone what somebody else is at.
 */
export const forgetExpired = async (house: House): Promise<void> => {
  const now = house.clock.now()
  const longAgo = new Date(now.getTime() - throttleSeconds * 1000).toISOString()
  await sql`delete from throttles where key in (
    select key from throttles where started_at < ${longAgo} limit 500 for update skip locked)`.execute(
    house.db,
  )
  await sql`delete from pending_logins where id in (
    select id from pending_logins where created_at < ${pendingSince(house)} limit 500 for update skip locked)`.execute(
    house.db,
  )
  await sql`update outbox set body_cipher = null where id in (
    select id from outbox where body_cipher is not null and link_expires_at <= ${now.toISOString()}
    limit 500 for update skip locked)`.execute(house.db)
  await sql`delete from sessions where id in (
    select id from sessions where expires_at < ${now.toISOString()} limit 500 for update skip locked)`.execute(
    house.db,
  )
}
