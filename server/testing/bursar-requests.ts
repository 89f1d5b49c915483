import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

/** Gives the student a premium that no batch has told the bursar. */
const charge = async ({ services, studentPeriodId, periodId }: RequestWorld): Promise<void> => {
  const { owner } = services
  await owner
    .updateTable('bursar_batches')
    .set({ state: 'voided', voided_at: '2026-11-20T16:00:00.000Z', void_reason: 'Made again.' })
    .where('period_id', '=', periodId)
    .where('state', '=', 'draft')
    .execute()
  await owner
    .updateTable('student_periods')
    .set(({ eb, fn }) => ({
      medical_status: 'enrolled',
      medical_enroll_premium: eb(fn.coalesce('medical_enroll_premium', eb.val('100')), '+', '1'),
    }))
    .where('id', '=', studentPeriodId)
    .execute()
}

const made = async (world: RequestWorld, ...steps: readonly string[]): Promise<number> => {
  await charge(world)
  const { body } = await world.admin.post(`/api/periods/${world.periodId}/bursar-batches`, {})
  for (const step of steps) await world.admin.post(`/api/bursar-batches/${body.data.id}/${step}`, {})
  return body.data.id
}

/** Valid requests of the module `bursar`. */
export const bursarRequests: TestRequests['bursar'] = {
  previewBursarBatch: ({ periodId }) => idOf(periodId),
  listBursarBatches: ({ periodId }) => idOf(periodId),
  makeBursarBatch: async (world) => {
    await charge(world)
    return { ...idOf(world.periodId), body: {} }
  },
  getBursarBatch: async (world) => idOf(await made(world)),
  downloadBursarFile: async (world) => idOf(await made(world, 'release')),
  releaseBursarBatch: async (world) => idOf(await made(world)),
  confirmBursarBatch: async (world) => idOf(await made(world, 'release')),
  voidBursarBatch: async (world) => ({ ...idOf(await made(world)), body: { reason: 'Wrong policy year.' } }),
  getBursarSettings: ({ schoolId }) => idOf(schoolId),
  replaceBursarSettings: async ({ admin, schoolId }) => {
    const { body } = await admin.get(`/api/schools/${schoolId}/bursar-settings`)
    return { ...idOf(schoolId), body: { ...body.data, needs_second_person: false } }
  },
}
