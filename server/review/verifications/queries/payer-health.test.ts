import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildReport } from '../factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

/** Adds a check with one inquiry to a payer. */
const asked = async (payerId: string, sentAt: string, values: object = {}, report: object = {}) => {
  const record = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  const reportId = await buildReport(services.owner, {
    school_id: world.schoolId,
    student_id: record.student_id,
    student_period_id: record.id,
    is_simulated: false,
    ...report,
  })
  await services.owner
    .insertInto('verification_requests')
    .values({
      school_id: world.schoolId,
      report_id: reportId,
      number: 1,
      variation: 'as_entered',
      payer_name: `PAYER ${payerId}`,
      payer_id: payerId,
      status: 'active',
      latency_ms: 400,
      sent_at: sentAt,
      ...values,
    })
    .execute()
}

const read = async (days?: string) =>
  (await world.admin.get(`/api/eligibility-reports/payer-health${days === undefined ? '' : `?days=${days}`}`))
    .body.data
const find = async (payerId: string, days?: string) =>
  (await read(days)).filter((one: { payer: { id: string } }) => one.payer.id === payerId)

it('counts what each payer answered, as a whole and by day in the office’s time zone', async () => {
  const today = services.clock.now().toISOString().slice(0, 10)
  // 04:30 UTC is still yesterday in New York
  await asked('10001', `${today}T04:30:00Z`, { latency_ms: 1000 })
  await asked('10001', `${today}T14:00:00Z`, { status: 'inactive', latency_ms: 200 })
  await asked('10001', `${today}T14:01:00Z`, { status: 'unknown', latency_ms: 300 })
  await asked('10001', `${today}T14:02:00Z`, { status: 'missing_request_information', latency_ms: 500 })
  await asked('10001', `${today}T14:03:00Z`, {
    status: 'request_failed',
    message: 'No answer.',
    latency_ms: null,
  })
  await asked('10001', `${today}T14:04:00Z`, { status: null, latency_ms: null })
  const [found, ...others] = await find('10001')
  expect(others).toEqual([])
  expect(found).toMatchObject({
    payer: { name: 'PAYER 10001', id: '10001' },
    is_simulated: false,
    inquiries: 6,
    answered: 2,
    not_found: 1,
    refused: 1,
    failed: 1,
    median_ms: 400,
    p95_ms: 925,
    last_failure: { sent_at: `${today}T14:03:00.000Z`, message: 'No answer.' },
  })
  expect(
    found.by_day.map((one: Record<string, unknown>) => [
      one['inquiries'],
      one['answered'],
      one['failed'],
      one['median_ms'],
    ]),
  ).toEqual([
    [1, 1, 0, 1000],
    [5, 1, 1, 300],
  ])
  expect(found.by_day[1].day).toBe(today)
})

it('leaves out what is older than the days asked for', async () => {
  const daysAgo = (days: number): string =>
    new Date(services.clock.now().getTime() - days * 86_400_000).toISOString()
  for (const days of [1, 8, 20, 31]) await asked('20002', daysAgo(days))
  expect(await find('20002', '7')).toMatchObject([{ inquiries: 1 }])
  expect(await find('20002')).toMatchObject([{ inquiries: 2 }])
  expect(await find('20002', '30')).toMatchObject([{ inquiries: 3 }])
})

it('keeps simulated answers apart', async () => {
  const now = services.clock.now().toISOString()
  await asked('30003', now)
  await asked('30003', now, {}, { is_simulated: true })
  expect((await find('30003')).map((one: { is_simulated: boolean }) => one.is_simulated).toSorted()).toEqual([
    false,
    true,
  ])
})
