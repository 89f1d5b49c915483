import { sql } from 'kysely'
import { issueLink } from '../auth/index.ts'
import type { Context, House } from '../context.ts'
import type { Database } from '../db/database.ts'
import { recordHistory } from '../history/index.ts'

/** An act of the system's own, before anybody can act. */
type Founding = Pick<Context, 'db' | 'clock' | 'house' | 'afterCommit' | 'act'> & { caller: null }

/**
 * The words with a one-time link for a first admin, while nobody can come in as one; null when somebody can.
 * The link is made anew at every start: only its hash is kept (decision 020).
 */
export const printFirstAdminLink = async (house: House, owner: Database): Promise<string | null> => {
  const afterCommit: (() => void)[] = []
  const link = await owner.transaction().execute(async (db) => {
    // several processes may start at once on one database
    await sql`select pg_advisory_xact_lock(hashtext('shipmate_first_admin'))`.execute(db)
    if (await hasAdmin(db)) return null
    const context: Founding = { db, house, clock: house.clock, caller: null, act: null, afterCommit }
    return issueLink(context, (await findInvited(db)) ?? (await inviteFirst(context)), 'invite')
  })
  for (const follow of afterCommit) follow()
  if (link === null) return null
  return `There is no Shipmate Admin yet. This link makes the first one; it works once, for 7 days:\n  ${link}`
}

const selectAdmins = (db: Database) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('permission', '=', 'shipmate_admin')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)

/** Whether somebody can sign in as a product admin. */
const hasAdmin = async (db: Database): Promise<boolean> =>
  (await selectAdmins(db).where('password_hash', 'is not', null).limit(1).executeTakeFirst()) !== undefined

const findInvited = (db: Database) =>
  selectAdmins(db).where('password_hash', 'is', null).orderBy('id').limit(1).executeTakeFirst()

/** An address nobody has: the setting's, else `admin@` with the host of PUBLIC_URL. */
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

const inviteFirst = async (context: Founding): Promise<{ id: number; email: string }> => {
  const { db, house } = context
  const wanted = house.settings.firstAdminEmail ?? `admin@${new URL(house.settings.publicUrl).hostname}`
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
