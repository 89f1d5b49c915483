import type { Insertable } from 'kysely'
import { hashPassword } from '#server/accounts/auth/index.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { User } from '#server/platform/db/schema.ts'

const people = [
  ['Dana', 'Whitlock'],
  ['Marcus', 'Bell'],
  ['Imani', 'Okafor'],
  ['Teresa', 'Lindqvist'],
  ['Rafael', 'Montoya'],
  ['Priya', 'Raman'],
] as const

let made = 0

type UserValues = Partial<Omit<Insertable<User>, 'permission'>> & {
  readonly permission: 'shipmate_admin' | 'school_admin'
  readonly school_ids?: readonly number[]
  /** Without a password, no one can sign in as the user; tests then open a session directly, which is faster. */
  readonly password?: string
}

/** When product admins set up two-factor authentication. Without a secret, they sign in with only a password. */
const factorSetUpAt = '2026-08-01T12:00:00.000Z'

/**
 * Creates a realistic user; `two_factor_confirmed_at: null` is an admin who still has to set it up. Returns the
 * ID.
 */
export const buildUser = async (
  db: Database,
  { school_ids = [], password, ...values }: UserValues,
): Promise<number> => {
  made += 1
  const [first_name, last_name] = people[made % people.length] ?? people[0]
  const { id } = await db
    .insertInto('users')
    .values({
      first_name,
      last_name,
      email: `${first_name}.${last_name}.${made}@staff.example`.toLowerCase(),
      two_factor_confirmed_at: values.permission === 'shipmate_admin' ? factorSetUpAt : null,
      password_hash: password === undefined ? null : await hashPassword(password),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (school_ids.length > 0)
    await db
      .insertInto('user_schools')
      .values(school_ids.map((school_id) => ({ user_id: id, school_id })))
      .execute()
  return id
}
