import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudent } from '#server/records/students/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentPeriod } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

/** Sets a part of a period’s document. */
const setUp = async (kind: string, change: object, period = world.periodId) => {
  const path = `/api/periods/${period}/${kind}`
  const { data } = (await world.admin.get(path)).body
  const saved = await world.admin.put(path, { ...data, ...change })
  expect(saved.body.errors).toBeUndefined()
}
const add = async (fields: object) => {
  const student_id = await buildStudent(services.owner, { school_id: world.schoolId })
  const made = await world.registrar.post('/api/student-periods', {
    student_id,
    period_id: world.periodId,
    ...fields,
  })
  expect(made.status).toBe(201)
  return made.body.data
}
const build = (values: object) =>
  buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId, ...values })
const move = async (id: number, medical_status: string) => {
  const moved = await world.admin.put(`/api/student-periods/${id}`, { medical_status })
  expect(moved.status).toBe(200)
  return moved.body.data
}

describe('the starting status', () => {
  it('is Not Applicable for students the coverage type isn’t for', async () => {
    await setUp('enrollment-options', { dental_audience: { ...everyone, programs: ['Dentistry'] } })
    expect(await add({ program: 'DENTISTRY' })).toMatchObject({ dental_status: 'not_started' })
    expect(await add({ program: 'Law' })).toMatchObject({
      medical_status: 'not_started',
      dental_status: 'not_applicable',
    })
  })

  it('is Exempt for exempt students, and a leave starts anyway', async () => {
    const exemptions = [
      {
        key: 'pt',
        name: 'Part time',
        coverages: ['medical'],
        audience: { ...everyone, campuses: ['Online'] },
      },
    ]
    await setUp('enrollment-options', { exemptions })
    expect(await add({ campus: 'Online' })).toMatchObject({
      medical_status: 'exempt',
      dental_status: 'not_started',
    })
    const away = { campus: 'Online', academic_status: 'leave_of_absence', loa_start_on: '2026-10-01' }
    expect(await add(away)).toMatchObject({ medical_status: 'loa' })
  })

  it('also applies to a roster', async () => {
    await setUp('enrollment-options', { vision_audience: { ...everyone, class_years: [2028] } })
    const bytes =
      'Student ID,Last Name,First Name,Date of Birth,Class Of\nS-1,Ng,Ada,2001-02-03,2028\nS-2,Ng,Bea,2001-02-04,2029\n'
    await world.registrar.upload(
      '/api/import/students-from-csv',
      { period_id: String(world.periodId) },
      { name: 'roster.csv', bytes },
    )
    await services.runJobs()
    const { data } = (
      await world.registrar.get(
        `/api/student-periods-by-period/${world.periodId}?columns=sid,vision_status&sort=sid`,
      )
    ).body
    expect(data.map((row: { vision_status: string }) => row.vision_status)).toEqual([
      'not_started',
      'not_applicable',
    ])
  })

  it('can’t be Exempt for everyone', async () => {
    const path = `/api/periods/${world.periodId}/enrollment-options`
    const { data } = (await world.admin.get(path)).body
    const exemption = { key: 'all', name: 'All', coverages: ['medical'], audience: everyone }
    const answer = await world.admin.put(path, { ...data, exemptions: [exemption] })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['exemptions.0.audience']])
  })
})

describe('a period’s plan', () => {
  const premiums = {
    enrolled: '1200.00',
    enrolled_ech: null,
    enrolled_esp: null,
    enrolled_espch: null,
    enrolled_espch2: null,
    enrolled_efam: '3000.00',
  }

  it('shows the current tiers’ premiums for their dates, and nothing for other coverage', async () => {
    await setUp('medical-plan', { name: 'Harbor Gold', premiums })
    await setUp('dental-plan', { name: 'Harbor Teeth', premiums, proration: 'none' })
    const saidOf = async (values: object) => {
      const { id } = await build({ vision_status: 'enrolled', ...values })
      return (await world.registrar.get(`/api/student-periods/${id}/plan-premiums`)).body.data
    }
    expect(
      await saidOf({
        medical_status: 'enrolled_efam',
        medical_enroll_coverage_start_on: '2027-02-01',
        medical_enroll_premium: '99.00',
        dental_status: 'enrolled',
        dental_enroll_coverage_start_on: '2027-02-01',
      }),
    ).toEqual([
      { coverage: 'medical', tier: 'enrolled_efam', premium: '1500.00' },
      { coverage: 'dental', tier: 'enrolled', premium: '1200.00' },
    ])
    // without dates, the whole period; then a tier the plan doesn't have; then a line that isn't enrolled
    expect(await saidOf({ medical_status: 'enrolled', dental_status: 'enrolled_esp' })).toEqual([
      { coverage: 'medical', tier: 'enrolled', premium: '1200.00' },
    ])
    expect(await saidOf({ medical_status: 'enrolled_waiver_submitted', dental_status: 'waived' })).toEqual([])
  })

  it('applies from the start of the period to a form signed in time, with the fees for the student', async () => {
    await setUp('medical-plan', { premiums })
    await setUp('dates', { enrollment_closes_on: '2026-09-15' })
    await setUp('insurance-configuration', {
      admin_fee: { amount: '25.00', audience: everyone },
      on_call_fee: { amount: '9.00', audience: { ...everyone, programs: ['Nursing'] } },
    })
    const started = {
      medical_enroll_coverage_start_on: '2026-08-01',
      medical_enroll_premium: '1200.00',
      admin_fee: '25.00',
    }
    const signed = { program: 'Law', signature_date: '2026-09-01', requested_enrollment_on: '2027-02-01' }
    const approved = await build({ medical_status: 'enrollment_submitted', ...signed })
    expect(await move(approved.id, 'enrolled')).toMatchObject({ ...started, on_call_fee: null })

    const overridden = await build({
      medical_status: 'not_started',
      ...signed,
      program: 'Nursing',
      admin_fee: '5.00',
    })
    const call = { ids: [overridden.id], medical_status: 'enrolled', override_reason: 'Court order' }
    const path = '/api/student-periods/bulk-operations/update-coverage-statuses'
    const preview = await world.admin.post(path, { ...call, dry_run: true })
    const shown = Object.fromEntries(
      preview.body.data.sample[0].changes.map((change: { field: string; after: string }) => [
        change.field,
        change.after,
      ]),
    )
    const { admin_fee: _kept, ...set } = started
    expect(shown).toMatchObject({ ...set, on_call_fee: '9.00' })
    expect(shown).not.toHaveProperty('admin_fee')
    await world.admin.post(path, call)
    const after = (await world.admin.get(`/api/student-periods/${overridden.id}`)).body.data
    expect(after).toMatchObject({ ...started, admin_fee: '5.00', on_call_fee: '9.00' })
  })

  it('is saved with its name and prorated premium when an enrollment is approved', async () => {
    await setUp('medical-plan', {
      name: 'Harbor Gold',
      underwriter: 'Northwind Life',
      insurance_type: 'ppo',
      group_number: 'G-77',
      premiums,
    })
    const { id } = await build({
      medical_status: 'enrollment_submitted',
      requested_enrollment_on: '2027-02-01',
    })
    const offered = (await world.admin.get(`/api/student-periods/${id}/status-moves`)).body.data
    const approval = offered.find(({ event }: { event: string }) => event === 'approve_enrollment')
    expect(approval.changes).toEqual(
      expect.arrayContaining([
        { field: 'medical_enroll_premium', before: null, after: '600.00' },
        { field: 'medical_enroll_coverage_start_on', before: null, after: '2027-02-01' },
      ]),
    )
    expect(await move(id, 'enrolled')).toMatchObject({
      medical_enroll_insurance_plan_name: 'Harbor Gold',
      medical_enroll_insurance_underwriter: 'Northwind Life',
      medical_enroll_insurance_type: 'ppo',
      medical_enroll_group_number: 'G-77',
      medical_enroll_premium: '600.00',
      medical_enroll_coverage_start_on: '2027-02-01',
    })
    const entries = await services.owner
      .selectFrom('history')
      .select('changes')
      .where('student_period_id', '=', id)
      .execute()
    expect(entries.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'medical_enroll_premium',
      before: null,
      after: '600.00',
    })
  })

  it('has one family tier if the period has one', async () => {
    await setUp('insurance-configuration', { uses_family_tier: true })
    await setUp('medical-plan', { premiums, proration: 'none' })
    const { id } = await build({ medical_status: 'enrollment_submitted' })
    const child = {
      type: 'child',
      first_name: 'Kim',
      last_name: 'Ng',
      dob: '2020-01-01',
      covers: ['medical'],
    }
    await world.admin.put(`/api/student-periods/${id}`, { dependents: [child] })
    expect(await move(id, 'enrolled_efam')).toMatchObject({ medical_enroll_premium: '3000.00' })
  })

  it('without content doesn’t change the record', async () => {
    const { id } = await build({ medical_status: 'enrollment_submitted', medical_enroll_premium: '99.00' })
    expect(await move(id, 'enrolled')).toMatchObject({ medical_enroll_premium: '99.00' })
  })
})

describe('leaves and new years', () => {
  it('an enrolled student keeps coverage on leave if the period allows it', async () => {
    await setUp('insurance-configuration', { keeps_coverage_on_leave: true })
    const { id } = await build({ medical_status: 'enrolled', dental_status: 'not_started' })
    const path = `/api/student-periods/${id}`
    const answer = await world.registrar.put(path, { academic_status: 'leave_of_absence' })
    expect(answer.body.data).toMatchObject({ medical_status: 'enrolled', dental_status: 'loa' })
  })

  it('enrolled and waived students are renewed if the new year says so, with its plan', async () => {
    const next = await buildPeriod(services.owner, {
      school_id: world.schoolId,
      name: '2027–28',
      starts_on: '2027-08-01',
      ends_on: '2028-07-31',
    })
    await setUp('insurance-configuration', { enrolled_becomes: 'renewed', waived_becomes: 'renewed' }, next)
    const premiums = { ...medicalPlan.empty.premiums, enrolled_esp: '4822.66' }
    await setUp('medical-plan', { name: 'Harbor Silver', premiums }, next)
    const earlier = await build({
      medical_status: 'enrolled_esp',
      dental_status: 'waived',
      vision_status: 'waiver_declined',
      academic_status: 'incoming',
    })
    const spouse = { type: 'spouse', first_name: 'Kai', last_name: 'Lopez', school_id: world.schoolId }
    await services.owner
      .insertInto('dependents')
      .values({ ...spouse, student_period_id: earlier.id, covers: ['medical', 'dental'] })
      .execute()
    const until = { expected_graduation_on: '2027-07-31', academic_status: 'returning' }
    await build({ medical_status: 'enrolled', ...until })
    await world.admin.post('/api/import/students-from-period', {
      from_period_id: world.periodId,
      to_period_id: next,
    })
    await services.runJobs()
    const row = await services.owner
      .selectFrom('student_periods')
      .selectAll()
      .where('period_id', '=', next)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_insurance_plan_name: 'Harbor Silver',
      medical_enroll_coverage_start_on: '2027-08-01',
      medical_enroll_premium: '4822.66',
      dental_status: 'waived_needs_reverified',
      vision_status: 'not_started',
      academic_status: 'returning',
    })
    // who graduates before the new year isn't in it
    const all = await services.owner
      .selectFrom('student_periods')
      .select('id')
      .where('period_id', '=', next)
      .execute()
    expect(all).toHaveLength(1)
    const dependents = await services.owner
      .selectFrom('dependents')
      .selectAll()
      .where('student_period_id', '=', row.id)
      .execute()
    expect(dependents).toMatchObject([{ type: 'spouse', covers: ['medical'] }])
    const added = await services.owner
      .selectFrom('history')
      .select('changes')
      .where('subject_type', '=', 'dependent')
      .where('subject_id', '=', dependents[0]?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(added.changes).toContainEqual({ field: 'covers', before: null, after: ['medical'] })
  })
})

describe('benefits of the plan that a student has used', () => {
  it('rule out a waiver during the year if the waiver options say so, but for an override', async () => {
    const path = `/api/periods/${world.periodId}/waiver-configuration`
    const { data } = (await world.admin.get(path)).body
    const saved = await world.admin.put(path, { ...data, locks_after_benefits_used: true })
    await world.admin.post(`/api/periods/${world.periodId}/publications`, {
      documents: [{ kind: 'waiver-configuration', version: saved.body.data.version }],
    })
    const asked = { medical_status: 'enrolled_waiver_submitted', medical_prior_tier: 'enrolled' }
    const { id } = await build({ ...asked, benefits_used_on: '2026-10-02' })
    const refused = await world.admin.put(`/api/student-periods/${id}`, { medical_status: 'waived' })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        override_reason: [
          'The status can’t change from Enrolled – Waiver Submitted to Waived without an override. The student has used plan benefits. Enter a reason to override.',
        ],
      },
    ])
    const override_reason = 'The carrier confirmed that the claim was voided.'
    const overridden = await world.admin.put(`/api/student-periods/${id}`, {
      medical_status: 'waived',
      override_reason,
    })
    expect(overridden.status).toBe(200)
    const other = await build(asked)
    expect(await move(other.id, 'waived')).toMatchObject({ medical_status: 'waived' })
  })
})
