import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { clearExpiredLinks } from '#server/mail/emails/index.ts'
import { pendingSince } from '../queries.ts'

/** The longest window of a counter, plus a margin. */
const throttleSeconds = 7200

/**
 * Deletes what has expired: counters, pending sign-ins, emailed links, sessions. Runs at every sign-in; each
 * statement skips rows that are locked.
 */
export const deleteExpired = async (services: Services): Promise<void> => {
  const now = services.clock.now()
  const longAgo = new Date(now.getTime() - throttleSeconds * 1000).toISOString()
  await sql`delete from throttles where key in (
    select key from throttles where started_at < ${longAgo} limit 500 for update skip locked)`.execute(
    services.db,
  )
  await sql`delete from pending_logins where id in (
    select id from pending_logins where created_at < ${pendingSince(services)} limit 500 for update skip locked)`.execute(
    services.db,
  )
  // scope: expired rows of every school
  await sql`delete from sign_on_attempts where id in (
    select id from sign_on_attempts where created_at < ${pendingSince(services)} limit 500 for update skip locked)`.execute(
    services.db,
  )
  await clearExpiredLinks(services)
  await sql`delete from sessions where id in (
    select id from sessions where expires_at < ${now.toISOString()} limit 500 for update skip locked)`.execute(
    services.db,
  )
}
