import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

/** Makes a student’s waiver due for reverification at a school whose checks the simulator carries. */
const prepare = async ({ services, schoolId, studentPeriodId }: RequestWorld): Promise<void> => {
  await chooseSimulator(services.owner, schoolId)
  await services.owner
    .updateTable('student_periods')
    .set({ medical_status: 'waived_needs_reverified', academic_status: 'continuing' })
    .where('id', '=', studentPeriodId)
    .execute()
  await services.owner
    .updateTable('period_reverifications')
    .set({ state: 'stopped', ended_at: '2026-11-20T16:00:00.000Z' })
    .where('school_id', '=', schoolId)
    .where('ended_at', 'is', null)
    .execute()
}

const started = async (world: RequestWorld): Promise<number> => {
  await prepare(world)
  const ask = { period_id: world.periodId }
  const { body } = await world.admin.post('/api/period-reverifications/reverify-period', ask)
  return body.data.id
}

/** Valid requests of the module `reverifications`. */
export const reverificationRequests: TestRequests['reverifications'] = {
  reverifyPeriod: async (world) => {
    await prepare(world)
    return { body: { period_id: world.periodId, dry_run: true } }
  },
  pauseReverification: async (world) => idOf(await started(world)),
  resumeReverification: async (world) => {
    const id = await started(world)
    await world.admin.post(`/api/period-reverifications/${id}/pause`, {})
    return idOf(id)
  },
  stopReverification: async (world) => idOf(await started(world)),
  getLatestReverification: async (world) => {
    await started(world)
    return idOf(world.periodId)
  },
}
