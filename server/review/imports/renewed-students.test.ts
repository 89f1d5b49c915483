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

describe('the preview of a new policy year', () => {
  const leaveOut = async () => {
    await build('G-1', { medical_status: 'enrolled', expected_graduation_on: '2027-07-31' })
    await build('G-2', { medical_status: 'enrolled', academic_status: 'graduated' })
    await build('W-1', { medical_status: 'enrolled', academic_status: 'withdrawn' })
    await build('I-1', { medical_status: 'enrolled', status: 'inactive' })
    const { student_id } = await build('N-1', { medical_status: 'enrolled' })
    await build('N-1', { student_id, period_id: next })
  }

  it('has the statuses before and after, the dollars that will be due, and who is left out', async () => {
    await buildStudents()
    await leaveOut()
    const shown = await run({ dry_run: true })
    expect(shown.counts).toEqual({ added: 5, changed: 0, unchanged: 5, refused: 0 })
    expect(shown.year_copy).toMatchObject({
      from_period_id: world.periodId,
      enrolled_becomes: 'renewed',
      waived_becomes: 'renewed',
      become_returning: 1,
      same_premiums: [],
      // 2411.33 + 4822.66 + 4000.10; 312.07 + 624.14; 99.99; 3 × 35.00 + 12.50
      due: { medical: '11234.09', dental: '936.21', vision: '99.99', fees: '117.50', total: '12387.79' },
    })
    const line = (coverage: string, before: string, after: string, students: number) => ({
      coverage,
      before,
      after,
      students,
    })
    expect(shown.year_copy.statuses).toEqual([
      line('medical', 'not_started', 'not_started', 1),
      line('medical', 'enrolled', 'enrolled', 1),
      line('medical', 'enrolled_ech', 'enrolled_ech', 1),
      line('medical', 'enrolled_esp', 'enrolled_esp', 1),
      line('medical', 'waived', 'waived_needs_reverified', 1),
      line('dental', 'not_started', 'not_started', 2),
      line('dental', 'enrolled', 'enrolled', 1),
      line('dental', 'enrolled_esp', 'enrolled_esp', 1),
      line('dental', 'waived', 'waived_needs_reverified', 1),
      line('vision', 'not_started', 'not_started', 3),
      line('vision', 'enrolled', 'enrolled', 1),
      line('vision', 'waived', 'waived_needs_reverified', 1),
    ])
    const reasons = ['already_in_year', 'inactive', 'graduated', 'withdrawn', 'graduates_before']
    expect(shown.year_copy.left_out).toEqual(reasons.map((reason) => ({ reason, students: 1 })))
    const listed = await Promise.all(
      reasons.map((reason) => world.admin.get(`/api/imports/${shown.id}/rows?outcome=${reason}`)),
    )
    expect(listed.map(({ body }) => body.data.map(({ sid }: { sid: string }) => sid))).toEqual([
      ['N-1'],
      ['I-1'],
      ['G-2'],
      ['W-1'],
      ['G-1'],
    ])
    expect(listed.map(({ body }) => body.data[0].left_out_for)).toEqual(reasons)
  })

  it('is what applying saves, and undo takes all of it back', async () => {
    await buildStudents()
    const { id, year_copy } = await run({ dry_run: true })
    expect((await world.admin.post(`/api/imports/${id}/apply`)).status).toBe(202)
    await services.runJobs()
    const rows = await renewed()
    const sum = (names: readonly (keyof (typeof rows)[number])[]): string =>
      rows
        .reduce((total, row) => names.reduce((all, name) => all + Number(row[name] ?? 0), total), 0)
        .toFixed(2)
    expect(year_copy.due).toEqual({
      medical: sum(['medical_enroll_premium']),
      dental: sum(['dental_enroll_premium']),
      vision: sum(['vision_enroll_premium']),
      fees: sum(['admin_fee', 'on_call_fee']),
      total: '12387.79',
    })
    const dependents = async () =>
      services.owner
        .selectFrom('dependents')
        .select('covers')
        .where('deleted_at', 'is', null)
        .where(
          'student_period_id',
          'in',
          rows.map((row) => row.id),
        )
        .execute()
    expect(await dependents()).toEqual([{ covers: ['medical', 'dental'] }])

    const { undo_change_id } = (await world.admin.get(`/api/imports/${id}`)).body.data
    const undone = await world.admin.post(`/api/changes/${undo_change_id}/undo`)
    expect(undone.body.data).toMatchObject({ reverted: 5, left: [] })
    expect(await renewed()).toEqual([])
    expect(await dependents()).toEqual([])
  })

  it('says so if everyone starts over', async () => {
    await setUp('insurance-configuration', { enrolled_becomes: 'not_started', waived_becomes: 'not_started' })
    await setUp('medical-plan', { premiums: medicalPlan.empty.premiums })
    await buildStudents()
    const { year_copy } = await run({ dry_run: true })
    expect(year_copy).toMatchObject({
      enrolled_becomes: 'not_started',
      due: { medical: '0.00', dental: '0.00', vision: '0.00', fees: '0.00', total: '0.00' },
    })
    expect(year_copy.statuses.map(({ after }: { after: string }) => after)).toEqual(
      year_copy.statuses.map(() => 'not_started'),
    )
  })

  it('shows everyone who is left out even if no one is copied', async () => {
    const { student_id } = await build('N-1', { medical_status: 'enrolled' })
    await build('N-1', { student_id, period_id: next })
    expect(await run({ dry_run: true })).toMatchObject({
      state: 'done',
      counts: { added: 0, unchanged: 1 },
      year_copy: { left_out: [{ reason: 'already_in_year', students: 1 }] },
    })
  })
})

describe('a policy year without the premiums of its students', () => {
  const withoutSpouse = {
    premiums: { ...medicalPlan.empty.premiums, enrolled: '2411.33', enrolled_ech: '4000.10' },
  }
  const sentence =
    'Students would be enrolled again without a premium. Set these premiums of 2027–28 first: medical for “Enrolled – Spouse”.'

  it('isn’t filled until they’re set', async () => {
    await buildStudents()
    await setUp('medical-plan', withoutSpouse)
    const refused = await ask({ dry_run: true })
    expect([refused.status, refused.body.errors]).toEqual([422, { to_period_id: [sentence] }])
    await setUp('dental-plan', { premiums: dentalPlan.empty.premiums })
    expect((await ask()).body.errors.to_period_id[0]).toMatch(
      /first: medical for “Enrolled – Spouse”, dental for “Enrolled”, and dental for “Enrolled – Spouse”\.$/,
    )
    // a coverage type that the new year doesn't offer needs none
    await services.owner
      .updateTable('periods')
      .set({ dental_offered: false })
      .where('id', '=', next)
      .execute()
    expect((await ask()).body.errors).toEqual({ to_period_id: [sentence] })
  })

  it('needs none for students who are left out, or whose coverage isn’t for them', async () => {
    await setUp('medical-plan', withoutSpouse)
    await build('G-1', { medical_status: 'enrolled_esp', expected_graduation_on: '2027-07-31' })
    await setUp('enrollment-options', { medical_audience: { ...everyone, programs: ['Nursing'] } })
    await build('L-1', { medical_status: 'enrolled_esp', program: 'Law' })
    expect((await ask({ dry_run: true })).status).toBe(202)
    await services.runJobs()
    await build('N-1', { medical_status: 'enrolled_esp', program: 'nursing' })
    expect((await ask({ dry_run: true })).body.errors).toEqual({ to_period_id: [sentence] })
  })

  it('isn’t filled from a preview either, and a changed premium needs a new preview', async () => {
    await buildStudents()
    const { id } = await run({ dry_run: true })
    await setUp('medical-plan', withoutSpouse)
    const refused = await world.admin.post(`/api/imports/${id}/apply`)
    expect([refused.status, refused.body.errors]).toEqual([422, { to_period_id: [sentence] }])
    await setUp('medical-plan', { premiums: { ...withoutSpouse.premiums, enrolled_esp: '4900.00' } })
    expect((await world.admin.post(`/api/imports/${id}/apply`)).status).toBe(409)
    expect(await renewed()).toEqual([])
  })

  it('isn’t filled by a job that was waiting while a premium was removed', async () => {
    await buildStudents()
    const { body } = await ask()
    await setUp('medical-plan', withoutSpouse)
    await services.runJobs()
    expect((await world.admin.get(`/api/imports/${body.data.import_id}`)).body.data).toMatchObject({
      state: 'refused',
      message: sentence,
    })
    expect(await renewed()).toEqual([])
  })
})

describe('premiums as in the earlier year', () => {
  it('have to be accepted', async () => {
    await buildStudents()
    await services.owner
      .updateTable('periods')
      .set({ name: '2026–27' })
      .where('id', '=', world.periodId)
      .execute()
    const former = { ...medicalPlan.empty.premiums, enrolled: '1900.00', enrolled_ech: '4000.10' }
    await setUp('medical-plan', { premiums: former }, world.periodId)
    const { id, year_copy } = await run({ dry_run: true })
    expect(year_copy.same_premiums).toEqual([
      { coverage: 'medical', tier: 'enrolled_ech', premium: '4000.10' },
    ])
    const sentence = 'The premiums are the same as in 2026–27. Check them, and confirm that they’re right.'
    const errors = { accept_same_premiums: [sentence] }
    expect((await ask()).body.errors).toEqual(errors)
    expect((await world.admin.post(`/api/imports/${id}/apply`)).body.errors).toEqual(errors)
    expect((await world.admin.post(`/api/imports/${id}/apply`, { accept_same_premiums: true })).status).toBe(
      202,
    )
    await services.runJobs()
    expect(await renewed()).toHaveLength(5)
  })

  it('are accepted by a copy without a preview', async () => {
    await buildStudents()
    await setUp(
      'vision-plan',
      { premiums: { ...visionPlan.empty.premiums, enrolled: '99.99' } },
      world.periodId,
    )
    expect((await ask()).status).toBe(422)
    expect((await run({ accept_same_premiums: true })).counts.added).toBe(5)
  })
})
