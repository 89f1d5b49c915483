import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { clientOf, type TestClient } from './client.ts'
import type { TestServices } from './test-services.ts'

/** A school with a period for one test, and one client of each role. */
export interface SchoolWorld {
  readonly schoolId: number
  readonly periodId: number
  readonly adminId: number
  readonly registrarId: number
  readonly admin: TestClient
  readonly registrar: TestClient
}

/** Builds one. With `isConfirmed`, the admin has just entered their password. */
export const buildSchoolWorld = async (
  services: TestServices,
  { isConfirmed = false }: { readonly isConfirmed?: boolean } = {},
): Promise<SchoolWorld> => {
  const schoolId = await buildSchool(services.owner)
  const periodId = await buildPeriod(services.owner, { school_id: schoolId })
  const adminId = await buildUser(services.owner, { permission: 'shipmate_admin' })
  const registrarId = await buildUser(services.owner, { permission: 'school_admin', school_ids: [schoolId] })
  return {
    schoolId,
    periodId,
    adminId,
    registrarId,
    admin: await clientOf(services, adminId, { isConfirmed }),
    registrar: await clientOf(services, registrarId),
  }
}
