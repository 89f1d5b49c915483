import type { Insertable } from 'kysely'
import { hashPassword } from '../auth/index.ts'
import type { Database } from '../db/database.ts'
import type { User } from '../db/schema.ts'

const people = [
  ['Dana', 'Whitlock'],
  ['Marcus', 'Bell'],
  ['Imani', 'Okafor'],
  ['Teresa', 'Lindqvist'],
  ['Rafael', 'Montoya'],
  ['Priya', 'Raman'],
] as const

let made = 0

type UserValues = Partial<Omit<Insertable<User>, 'permission' | 'password_hash'>> & {
  readonly permission: 'shipmate_admin' | 'school_admin'
  readonly school_ids?: readonly number[]
  /** Without one nobody can sign in as them; tests then open a session directly, and faster. */
  readonly password?: string
}

/** A believable member of staff. Answers the id. */
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
