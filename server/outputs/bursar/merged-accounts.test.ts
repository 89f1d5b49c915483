import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const enrolled = (sid: string) =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'enrolled',
    medical_enroll_premium: '4800.00',
    medical_enroll_coverage_start_on: '2026-08-01',
    medical_enroll_coverage_end_on: '2027-07-31',
    student: { sid },
  })

/** Makes a batch, releases it, and returns its lines: student ID, action, amount and reason. */
const tell = async (): Promise<unknown[]> => {
  const { body } = await world.admin.post(`/api/periods/${world.periodId}/bursar-batches`, {})
  expect((await world.admin.post(`/api/bursar-batches/${body.data.id}/release`)).status).toBe(204)
  const { lines } = (await world.admin.get(`/api/bursar-batches/${body.data.id}`)).body.data
  return lines.map(({ sid, action, amount, reason }: Record<string, unknown>) => [
    sid,
    action,
    amount,
    reason,
  ])
}

/** What the bursar was told, by student ID. */
const accounts = async () =>
  services.owner
    .selectFrom('bursar_lines')
    .select(({ fn }) => ['sid', fn.sum<string>('amount').as('amount')])
    .where('school_id', '=', world.schoolId)
    .groupBy('sid')
    .orderBy('sid')
    .execute()

const versionOf = async (id: number): Promise<number> =>
  (await world.admin.get(`/api/students/${id}`)).body.data.version

it('a merge that keeps the other student’s record moves its charge to the account that stays, and its undo back', async () => {
  const kept = await enrolled('S1')
  const other = await enrolled('S2')
  await tell()
  const merged = await world.admin.post(`/api/students/${kept.student_id}/merge`, {
    other_id: other.student_id,
    version: await versionOf(kept.student_id),
    other_version: await versionOf(other.student_id),
    fields: [],
    other_period_ids: [world.periodId],
  })
  expect(merged.status).toBe(200)
  expect(await tell()).toEqual([
    ['S1', 'charge', '4800.00', 'Enrolled from 08/01/2026'],
    ['S2', 'reverse', '-4800.00', 'Merged into S1: charge moved'],
    ['S1', 'reverse', '-4800.00', expect.stringMatching(/^Removed from the policy year/)],
  ])
  expect(await accounts()).toEqual([
    { sid: 'S1', amount: '4800.00' },
    { sid: 'S2', amount: '0.00' },
  ])
  const undone = await world.admin.post(`/api/changes/${merged.headers['x-change-id']}/undo`)
  expect(undone.body.data).toMatchObject({ left: [] })
  await tell()
  expect(await accounts()).toEqual([
    { sid: 'S1', amount: '4800.00' },
    { sid: 'S2', amount: '4800.00' },
  ])
})

it('a corrected student ID moves nothing: its account follows', async () => {
  const { student_id: id } = await enrolled('S-3')
  await tell()
  await services.owner.updateTable('students').set({ sid: 'S-30' }).where('id', '=', id).execute()
  expect((await world.admin.get(`/api/periods/${world.periodId}/bursar-preview`)).body.data.lines).toEqual([])
})
