import type { Database } from '#server/platform/db/database.ts'
import { buildUser } from '#server/accounts/users/factory.ts'

interface Account {
  readonly email: string
  readonly password: string
}

/** The demo accounts: their addresses and passwords. */
export interface Accounts {
  readonly admin: Account
  readonly reviewer: Account
  readonly registrar: Account
}

/** Creates the demo accounts, and an invitation; the School Admins have access to the first school. */
export const createAccounts = async (db: Database, accounts: Accounts, schoolIds: readonly number[]) => {
  const admin = { permission: 'shipmate_admin', is_demo: true, two_factor_confirmed_at: null } as const
  const adminId = await buildUser(db, {
    ...accounts.admin,
    ...admin,
    first_name: 'Dana',
    last_name: 'Whitlock',
  })
  const reviewerId = await buildUser(db, {
    ...accounts.reviewer,
    ...admin,
    first_name: 'Priya',
    last_name: 'Raman',
  })
  await buildUser(db, {
    ...accounts.registrar,
    permission: 'school_admin',
    first_name: 'Marcus',
    last_name: 'Bell',
    is_demo: true,
    school_ids: schoolIds.slice(0, 1),
  })
  // no one can sign in as her: there’s no link
  await buildUser(db, {
    permission: 'school_admin',
    first_name: 'Teresa',
    last_name: 'Lindqvist',
    email: 'bursar@harborview.example',
    school_ids: schoolIds.slice(0, 1),
  })
  return { adminId, reviewerId }
}
