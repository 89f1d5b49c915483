import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { plainTrial } from '#server/testing/decision-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const document = (kind: string) => `/api/periods/${world.periodId}/${kind}`
const setUp = async (kind: string, change: (data: Record<string, object>) => object) => {
  const { data } = (await world.admin.get(document(kind))).body
  expect((await world.admin.put(document(kind), { ...data, ...change(data) })).status).toBe(200)
}
const trial = async (more: object = {}) =>
  world.admin.post(document('waiver-trial'), { ...plainTrial, ...more })
const withCheck = { eligibility_status: 'active', deductible: '3000' }

it('uses the saved options, whether they’re published or not', async () => {
  expect((await trial(withCheck)).body.data).toMatchObject({ recommendation: 'approve', confidence: 'high' })
  await setUp('waiver-configuration', ({ max_deductible: rule }) => ({
    max_deductible: { ...rule, is_on: true, parameters: { amount: '2500.00' } },
  }))
  const { data } = (await trial(withCheck)).body
  expect(data).toMatchObject({
    recommendation: 'decline',
    blocking: ['max_deductible'],
    suggested_status: 'waiver_declined',
  })
  expect(data.rules).toContainEqual(
    expect.objectContaining({
      key: 'max_deductible',
      outcome: 'fail',
      evidence: { type: 'eligibility', ref: null, quote: '$3,000.00 deductible' },
    }),
  )
})

it('uses the deadline of the student’s cohort', async () => {
  await setUp('waiver-configuration', ({ deadline_by_cohort: rule }) => ({
    deadline_by_cohort: { ...rule, is_on: true },
  }))
  await setUp('dates', () => ({
    waiver_deadline_on: '2026-01-15',
    cohorts: [
      {
        key: 'nurses',
        name: 'Nurses',
        audience: { ...everyone, programs: ['Nursing'] },
        enrollment_closes_on: null,
        waiver_deadline_on: '2030-01-15',
      },
    ],
  }))
  expect((await trial(withCheck)).body.data.recommendation).toBe('needs_review')
  expect((await trial({ ...withCheck, program: 'nursing' })).body.data.recommendation).toBe('approve')
  // on the day that it’s said to be submitted
  const onTime = await trial({ ...withCheck, submitted_on: '2026-01-15' })
  expect(onTime.body.data.recommendation).toBe('approve')
})

it('writes nothing', async () => {
  const history = async () => (await world.admin.get(document('history'))).body.meta.total
  const before = await history()
  const { status, headers } = await trial()
  expect([status, headers['x-change-id'], await history()]).toEqual([200, undefined, before])
})

it('is closed to school admins, and says nothing about a period that doesn’t exist', async () => {
  expect((await world.registrar.post(document('waiver-trial'), plainTrial)).status).toBe(403)
  expect((await world.admin.post('/api/periods/999999/waiver-trial', plainTrial)).status).toBe(404)
})

it('names what is wrong with a waiver', async () => {
  const { status, body } = await trial({ source_of_coverage: 'lottery', deductible: 'much', more: 1 })
  expect(status).toBe(422)
  expect(Object.keys(body.errors).toSorted()).toEqual(['deductible', 'more', 'source_of_coverage'])
})
