import { buildPeriod } from '#server/periods/factory.ts'
import { buildSchool } from '#server/schools/factory.ts'
import type { Database } from '#server/db/database.ts'
import { clientOf, type TestClient } from './client.ts'
import type { TestHouse } from './test-house.ts'

let made = 0

/** A user without a password: for tests that open sessions directly. */
const buildTestUser = async (
  db: Database,
  permission: 'shipmate_admin' | 'school_admin',
  schoolIds: readonly number[],
): Promise<number> => {
  made += 1
  const { id } = await db
    .insertInto('users')
    .values({
      first_name: 'Dana',
      last_name: `Whitlock ${made}`,
      email: `dana${made}@staff.example`,
      permission,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const school_id of schoolIds)
    await db.insertInto('user_schools').values({ user_id: id, school_id }).execute()
  return id
}

/** A school of a test's own with a period, and one client of each role. */
export interface SchoolWorld {
  readonly schoolId: number
  readonly periodId: number
  readonly adminId: number
  readonly registrarId: number
  readonly admin: TestClient
  readonly registrar: TestClient
}

export const buildSchoolWorld = async (house: TestHouse): Promise<SchoolWorld> => {
  const schoolId = await buildSchool(house.owner)
  const periodId = await buildPeriod(house.owner, { school_id: schoolId })
  const adminId = await buildTestUser(house.owner, 'shipmate_admin', [])
  const registrarId = await buildTestUser(house.owner, 'school_admin', [schoolId])
  return {
    schoolId,
    periodId,
    adminId,
    registrarId,
    admin: await clientOf(house, adminId),
    registrar: await clientOf(house, registrarId),
  }
}
