import { carrierFile } from '#contract/setup/period-documents/carrier-file.ts'
import { enrolledStudent, exampleSettings } from '#server/outputs/carrier-files/factory.ts'
import { confirmAdmin } from './confirm-admin.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

/** Fills in the settings of the world’s policy year, with a student who is enrolled. */
const prepare = async (world: RequestWorld): Promise<void> => {
  const { services, schoolId, periodId, studentId, studentPeriodId } = world
  await world.admin.put(`/api/periods/${periodId}/${carrierFile.kind}`, exampleSettings)
  const { student, record } = enrolledStudent
  await services.owner.updateTable('students').set(student).where('id', '=', studentId).execute()
  await services.owner.updateTable('student_periods').set(record).where('id', '=', studentPeriodId).execute()
  await services.owner
    .updateTable('carrier_files')
    .set({ state: 'discarded' })
    .where('school_id', '=', schoolId)
    .where('state', 'in', ['queued', 'preparing', 'ready'])
    .execute()
}

const ready = async (world: RequestWorld): Promise<number> => {
  await prepare(world)
  const { body } = await world.admin.post(`/api/periods/${world.periodId}/carrier-files`, { kind: 'full' })
  await world.services.runJobs()
  return body.data.id
}

const released = async (world: RequestWorld): Promise<number> => {
  const id = await ready(world)
  await confirmAdmin(world)
  await world.admin.post(`/api/carrier-files/${id}/release`, {})
  return id
}

/** Valid requests of the module `carrier-files`. */
export const carrierFileRequests: TestRequests['carrier-files'] = {
  listCarrierFiles: async (world) => {
    await released(world)
    return idOf(world.periodId)
  },
  prepareCarrierFile: async (world) => {
    await prepare(world)
    return { ...idOf(world.periodId), body: { kind: 'changes', is_test: true } }
  },
  getCarrierFile: async (world) => idOf(await ready(world)),
  listCarrierFileMembers: async (world) => idOf(await ready(world)),
  listCarrierFileProblems: async (world) => idOf(await ready(world)),
  releaseCarrierFile: async (world) => {
    const id = await ready(world)
    await confirmAdmin(world)
    return idOf(id)
  },
  discardCarrierFile: async (world) => idOf(await ready(world)),
  downloadCarrierFile: async (world) => {
    const id = await released(world)
    await confirmAdmin(world)
    return idOf(id)
  },
}
