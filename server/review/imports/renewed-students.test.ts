import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/setup/period-documents/plans.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
/** The next policy year, which enrolls students again and has its own plans and fees. */
let next: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const days = { starts_on: '2027-08-01', ends_on: '2028-07-31' }
  next = await buildPeriod(services.owner, { school_id: world.schoolId, name: '2027–28', ...days })
  await setUp('insurance-configuration', {
    enrolled_becomes: 'renewed',
    waived_becomes: 'renewed',
    admin_fee: { amount: '35.00', audience: everyone },
    on_call_fee: { amount: '12.50', audience: { ...everyone, programs: ['Nursing'] } },
  })
  await setUp('medical-plan', {
    name: 'Harbor Silver',
    group_number: 'M-28',
    premiums: {
      ...medicalPlan.empty.premiums,
      enrolled: '2411.33',
      enrolled_esp: '4822.66',
      enrolled_ech: '4000.10',
    },
  })
  await setUp('dental-plan', {
    name: 'Harbor Dental',
    group_number: 'D-28',
    premiums: { ...dentalPlan.empty.premiums, enrolled: '312.07', enrolled_esp: '624.14' },
  })
  await setUp('vision-plan', {
    name: 'Harbor Vision',
    group_number: 'V-28',
    premiums: { ...visionPlan.empty.premiums, enrolled: '99.99' },
  })
})

/** Sets a part of a document of a policy year, by default the next one. */
const setUp = async (kind: string, change: object, period = next): Promise<void> => {
  const path = `/api/periods/${period}/${kind}`
  const { data } = (await world.admin.get(path)).body
  expect((await world.admin.put(path, { ...data, ...change })).status).toBe(200)
}

const build = (sid: string, values: object) =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: { sid, last_name: sid },
    program: 'Law',
    academic_status: 'returning',
    ...values,
  })

/** Builds this year’s students: three tiers, three coverage types, a waiver, and someone who hasn’t started. */
const buildStudents = async () => {
  const single = await build('A-1', {
    program: 'Nursing',
    medical_status: 'enrolled',
    medical_enroll_premium: '1900.00',
    dental_status: 'enrolled',
    vision_status: 'enrolled',
  })
  const married = await build('B-2', {
    medical_status: 'enrolled_esp',
    dental_status: 'enrolled_esp',
    vision_status: 'waived',
  })
  const spouse = { type: 'spouse', first_name: 'Kai', last_name: 'Lopez', school_id: world.schoolId }
  await services.owner
    .insertInto('dependents')
    .values({ ...spouse, student_period_id: married.id, covers: ['medical', 'dental'] })
    .execute()
  const parent = await build('C-3', { medical_status: 'enrolled_ech', dental_status: 'waived' })
  const waived = await build('D-4', { medical_status: 'waived' })
  const incoming = await build('E-5', { academic_status: 'incoming' })
  return { single, married, parent, waived, incoming }
}

const ask = (body: object = {}) =>
  world.admin.post('/api/import/students-from-period', {
    from_period_id: world.periodId,
    to_period_id: next,
    ...body,
  })
const run = async (body?: object) => {
  const answer = await ask(body)
  expect(answer.status).toBe(202)
  await services.runJobs()
  return (await world.admin.get(`/api/imports/${answer.body.data.import_id}`)).body.data
}
const renewed = () =>
  services.owner
    .selectFrom('student_periods')
    .innerJoin('students', 'students.id', 'student_periods.student_id')
    .selectAll('student_periods')
    .where('period_id', '=', next)
    .where('student_periods.deleted_at', 'is', null)
    .orderBy('students.sid')
    .execute()

describe('students enrolled again', () => {
  it('get the new year’s plan and premium in every coverage type, and its fees', async () => {
    await buildStudents()
    await run()
    const term = { start: '2027-08-01', end: '2028-07-31' }
    const enrolled = (coverage: string, name: string, group: string, premium: string) => ({
      [`${coverage}_enroll_insurance_plan_name`]: name,
      [`${coverage}_enroll_group_number`]: group,
      [`${coverage}_enroll_premium`]: premium,
      [`${coverage}_enroll_coverage_start_on`]: term.start,
      [`${coverage}_enroll_coverage_end_on`]: term.end,
    })
    expect(await renewed()).toMatchObject([
      {
        ...enrolled('medical', 'Harbor Silver', 'M-28', '2411.33'),
        ...enrolled('dental', 'Harbor Dental', 'D-28', '312.07'),
        ...enrolled('vision', 'Harbor Vision', 'V-28', '99.99'),
        admin_fee: '35.00',
        on_call_fee: '12.50',
      },
      {
        ...enrolled('medical', 'Harbor Silver', 'M-28', '4822.66'),
        ...enrolled('dental', 'Harbor Dental', 'D-28', '624.14'),
        vision_status: 'waived_needs_reverified',
        vision_enroll_premium: null,
        admin_fee: '35.00',
        on_call_fee: null,
      },
      {
        ...enrolled('medical', 'Harbor Silver', 'M-28', '4000.10'),
        dental_status: 'waived_needs_reverified',
        admin_fee: '35.00',
        on_call_fee: null,
      },
      { medical_status: 'waived_needs_reverified', admin_fee: null, on_call_fee: null },
      { medical_status: 'not_started', admin_fee: null, on_call_fee: null },
    ])
  })

  it('keep a fee that was copied on purpose', async () => {
    await build('A-1', { medical_status: 'enrolled', admin_fee: '20.00' })
    await run({ fields_to_carry: ['admin_fee'] })
    expect(await renewed()).toMatchObject([{ admin_fee: '20.00', on_call_fee: null }])
  })

  it('get the same fees when one student is copied', async () => {
    const { single, waived } = await buildStudents()
    const copy = async ({ id, student_id }: { id: number; student_id: number }) => {
      const made = await world.admin.post('/api/student-periods', {
        student_id,
        period_id: next,
        copy_from_student_period_id: id,
      })
      expect(made.status).toBe(201)
      return made.body.data
    }
    const preview = await world.admin.get(`/api/student-periods/${single.id}/copy-preview?period_id=${next}`)
    expect(preview.body.data.changes).toContainEqual({ field: 'admin_fee', before: null, after: '35.00' })
    expect(await copy(single)).toMatchObject({
      medical_enroll_premium: '2411.33',
      dental_enroll_premium: '312.07',
      vision_enroll_premium: '99.99',
      admin_fee: '35.00',
      on_call_fee: '12.50',
    })
    expect(await copy(waived)).toMatchObject({ admin_fee: null, on_call_fee: null })
  })
})
