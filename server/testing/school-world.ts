import { buildPeriod } from '#server/periods/factory.ts'
import { buildSchool } from '#server/schools/factory.ts'
import { buildUser } from '#server/users/factory.ts'
import { clientOf, type TestClient } from './client.ts'
import type { TestHouse } from './test-house.ts'

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
  const adminId = await buildUser(house.owner, { permission: 'shipmate_admin' })
  const registrarId = await buildUser(house.owner, { permission: 'school_admin', school_ids: [schoolId] })
  return {
    schoolId,
    periodId,
    adminId,
    registrarId,
    admin: await clientOf(house, adminId),
    registrar: await clientOf(house, registrarId),
  }
}
