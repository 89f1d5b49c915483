import { sql } from 'kysely'
import type { FirstAdmin } from '#contract/accounts/users/shapes.ts'
import {
  checkReset,
  completeSignIn,
  issueLink,
  resetPassword,
  type CheckedReset,
} from '#server/accounts/auth/index.ts'
import type { AnonymousContext, Context, Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sign } from '#server/platform/lib/crypt.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import type { Http } from '#server/platform/http/mount.ts'
import { userEntry } from '../record.ts'

/** The context of a change by the system, before there are users. */
type BootstrapContext = Pick<Context, 'db' | 'clock' | 'services' | 'afterCommit' | 'change'> & {
  caller: null
}

/** Milliseconds in which processes start together: a link that one has printed isn’t replaced by the others. */
const startTime = 10 * 60_000

/**
 * Issues the link of the first admin. Only the hash of a token is saved, so processes that start together make the same one from
 * the time of the first.
 */
const issueFirstLink = async (
  context: BootstrapContext,
  to: { id: number; email: string },
): Promise<string> => {
  const { db, clock, services } = context
  const printed = await db
    .selectFrom('one_time_tokens')
    .select('created_at')
    .where('user_id', '=', to.id)
    .where('purpose', '=', 'first_admin')
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(clock.now().getTime() - startTime).toISOString())
    .executeTakeFirst()
  const now = printed ? new Date(printed.created_at) : clock.now()
  const token = sign(services.keys, `first_admin:${to.id}:${now.toISOString()}`)
  return issueLink(context, to, 'first_admin', { token, now })
}

/** Returns the text with a one-time link for the first admin while no one can sign in as one; otherwise null. */
export const printFirstAdminLink = async (services: Services, owner: Database): Promise<string | null> => {
  const afterCommit: (() => void)[] = []
  const link = await owner.transaction().execute(async (db) => {
    // several processes can start on one database at the same time
    await sql`select pg_advisory_xact_lock(hashtext('shipmate_first_admin'))`.execute(db)
    if (await hasAdmin(db)) return null
    const context: BootstrapContext = {
      db,
      services,
      clock: services.clock,
      caller: null,
      change: null,
      afterCommit,
    }
    return issueFirstLink(context, (await findInvited(db)) ?? (await inviteFirst(context)))
  })
  for (const follow of afterCommit) follow()
  if (link === null) return null
  return `There’s no Shipmate Admin yet. Open this link to create the first one. It works once and expires in 7 days:\n  ${link}`
}

const selectAdmins = (db: Database) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('permission', '=', 'shipmate_admin')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)

/** Returns whether anyone can sign in as a product admin. */
export const hasAdmin = async (db: Database): Promise<boolean> =>
  (await selectAdmins(db).where('password_hash', 'is not', null).limit(1).executeTakeFirst()) !== undefined

const findInvited = (db: Database) =>
  selectAdmins(db).where('password_hash', 'is', null).orderBy('id').limit(1).executeTakeFirst()

/** Returns an unused address: the setting, or `admin@` with the host of PUBLIC_URL. */
const freeAddress = async (db: Database, wanted: string): Promise<string> => {
  const [local = 'admin', host = 'localhost'] = wanted.split('@')
  for (let number = 1; ; number += 1) {
    const email = number === 1 ? wanted : `${local}-${number}@${host}`
    const taken = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!taken) return email
  }
}

const inviteFirst = async (context: BootstrapContext): Promise<{ id: number; email: string }> => {
  const { db, services } = context
  const wanted = services.settings.firstAdminEmail ?? `admin@${new URL(services.settings.publicUrl).hostname}`
  const values = {
    first_name: 'First',
    last_name: 'Admin',
    email: await freeAddress(db, wanted.toLowerCase()),
    permission: 'shipmate_admin',
  }
  const { id } = await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  const changes = Object.entries(values).map(([field, after]) => ({ field, before: null, after }))
  await recordHistory(context, { kind: 'user_created', cause: 'system' }, [
    { kind: 'user_created', subject: { type: 'user', id }, changes },
  ])
  return { id, email: values.email }
}

const firstAdminLink = {
  purposes: ['first_admin'],
  error:
    'This link doesn’t work anymore. If there’s no Shipmate Admin yet, restart Shipmate to print a new one.',
} as const

/**
 * Checks the first admin’s link and password, before the transaction.
 * @throws Problem 422 `email` or `password`, 429 with Retry-After
 */
export const checkFirstAdmin = (context: AnonymousContext, body: FirstAdmin): Promise<CheckedReset> =>
  checkReset(context, { ...body, password_confirmation: body.password }, firstAdminLink, body)

/**
 * Saves the first admin’s password and name, and signs them in with a confirmed password: two-factor setup, which is next,
 * asks for one.
 * @throws Problem 422 `email` if the link was used in the meantime
 */
export const createFirstAdmin = async (
  context: AnonymousContext,
  proof: CheckedReset,
  { first_name, last_name }: FirstAdmin,
  http: Http,
): Promise<void> => {
  const account = await resetPassword(context, proof)
  const name = { first_name, last_name }
  await context.db
    .updateTable('users')
    .set((row) => ({ ...name, version: row('version', '+', 1) }))
    .where('id', '=', account.id)
    .execute()
  await recordHistory({ ...context, caller: { id: account.id } }, { kind: 'user_changed' }, [
    userEntry(account.id, 'user_changed', fieldChanges(account, name)),
  ])
  await completeSignIn(context, account, { remember: false, isConfirmed: true }, http)
}
