import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentPeriod } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const setUp = async (kind: string, change: object): Promise<void> => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const { data } = (await world.admin.get(path)).body
  expect((await world.admin.put(path, { ...data, ...change })).body.errors).toBeUndefined()
}
const terms = [
  { key: 'annual', name: 'Annual', starts_on: '2026-08-01', ends_on: '2027-07-31' },
  { key: 'spring', name: 'Spring', starts_on: '2027-01-01', ends_on: '2027-07-31' },
]
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const { data } = (await world.admin.get(`/api/periods/${world.periodId}/medical-plan`)).body
  await setUp('medical-plan', { premiums: { ...data.premiums, enrolled: '4678.00' }, proration: 'monthly' })
  await setUp('dates', { coverage_terms: terms })
})

const build = async (values: object = {}): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    ...values,
  })
  return id
}
const override = { medical_status: 'enrolled', override_reason: 'The bursar confirmed it.' }
const alone = async (id: number, more: object = {}) =>
  (await world.admin.put(`/api/student-periods/${id}`, { ...override, ...more })).body
const together = async (ids: readonly number[], more: object = {}) =>
  (
    await world.admin.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      ids,
      ...override,
      ...more,
    })
  ).body
const covered = (starts: string, premium: string) => ({
  medical_status: 'enrolled',
  medical_enroll_coverage_start_on: starts,
  medical_enroll_coverage_end_on: '2027-07-31',
  medical_enroll_premium: premium,
})

describe('an override to an enrolled status', () => {
  // 12, 7 and 9 of the year’s 12 months of $4,678.00
  it.each<[string, object, object, ReturnType<typeof covered>]>([
    ['the policy year', {}, {}, covered('2026-08-01', '4678.00')],
    [
      'the term of the requested date',
      { requested_enrollment_on: '2027-02-10' },
      {},
      covered('2027-01-01', '2728.83'),
    ],
    ['the day that is asked for', {}, { coverage_starts_on: '2026-11-01' }, covered('2026-11-01', '3508.50')],
  ])('starts coverage with %s, for one record or many', async (_what, values, more, expected) => {
    expect((await alone(await build(values), more)).data).toMatchObject(expected)
    const id = await build(values)
    const preview = await together([id], { ...more, dry_run: true })
    expect(preview.data.sample[0].changes).toContainEqual({
      field: 'medical_enroll_premium',
      before: null,
      after: expected.medical_enroll_premium,
    })
    await together([id], more)
    expect((await world.admin.get(`/api/student-periods/${id}`)).body.data).toMatchObject(expected)
  })

  it('keeps the dates of a student who is enrolled', async () => {
    const id = await build({
      ...covered('2026-10-01', '3898.33'),
      medical_status: 'enrolled_esp',
    })
    const kept = (await alone(id, { coverage_starts_on: '2026-08-01' })).data
    expect(kept).toMatchObject(covered('2026-10-01', '3898.33'))
  })

  it('leaves the day of an approval to its form', async () => {
    const id = await build({ medical_status: 'enrollment_submitted', requested_enrollment_on: '2026-12-01' })
    const call = { medical_status: 'enrolled', coverage_starts_on: '2026-08-01' }
    const { data } = (await world.admin.put(`/api/student-periods/${id}`, call)).body
    expect(data).toMatchObject({ medical_enroll_coverage_start_on: '2026-12-01' })
  })

  it.each(['2026-07-31', '2027-08-01'])('refuses %s, which is outside the policy year', async (day) => {
    const errors = {
      coverage_starts_on: ['Enter a date in the policy year: 08/01/2026 to 07/31/2027.'],
    }
    expect((await alone(await build(), { coverage_starts_on: day })).errors).toEqual(errors)
    expect((await together([await build()], { coverage_starts_on: day })).errors).toEqual(errors)
  })
})
