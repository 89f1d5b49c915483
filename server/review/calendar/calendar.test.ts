import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CalendarEntry } from '#contract/review/calendar/shapes.ts'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { remindOfDeadlines } from '#server/review/default-enrollments/index.ts'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { sentStatements } from '#server/testing/sent-statements.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

// today is 2026-11-20; the policy year is 2026-08-01 to 2027-07-31
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})
afterEach(() => vi.restoreAllMocks())

const setUp = async (kind: string, change: object) => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const { data } = (await world.admin.get(path)).body
  const saved = await world.admin.put(path, { ...data, ...change })
  expect(saved.body.errors).toBeUndefined()
}
const publishWaivers = async (change: object) => {
  const kind = 'waiver-configuration'
  await setUp(kind, change)
  const path = `/api/periods/${world.periodId}`
  const { version } = (await world.admin.get(`${path}/${kind}`)).body.data
  const published = await world.admin.post(`${path}/publications`, { documents: [{ kind, version }] })
  expect(published.status).toBe(200)
}
const premiumsOf = (enrolled: string) => ({
  enrolled,
  enrolled_ech: null,
  enrolled_esp: null,
  enrolled_espch: null,
  enrolled_espch2: null,
  enrolled_efam: null,
})
const build = async (values: object = {}): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    campus: 'Main',
    program: 'Nursing (BSN)',
    ...values,
  })
  return id
}
const read = async () => (await world.admin.get(`/api/periods/${world.periodId}/calendar`)).body.data

/** An entry as 'day kind name start count amount about', without what it doesn't have. */
const lineOf = ({ on, kind, name, start, count, amount, about_on: about, run }: CalendarEntry): string =>
  [on, kind, name, start, count, amount, about, run?.state, run?.started_by?.name]
    .filter((one) => one !== null && one !== undefined)
    .join(' ')
const lines = async (kind?: string): Promise<string[]> =>
  (await read()).entries
    .filter((one: CalendarEntry) => kind === undefined || one.kind === kind)
    .map((one: CalendarEntry) => lineOf(one))

const cohort = (name: string, audience: object, waiver: string | null, enroll: string | null = null) => ({
  key: name.toLowerCase(),
  name,
  audience: { ...everyone, ...audience },
  waiver_deadline_on: waiver,
  enrollment_closes_on: enroll,
})

const nameOfAdmin = async (): Promise<string> => {
  const { first_name: first, last_name: last } = await services.owner
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', world.adminId)
    .executeTakeFirstOrThrow()
  return `${first} ${last}`
}

/** Two coverage types, a fee, and three cohorts: one that is late, one that is later, one with the year’s own days. */
const setUpYear = async () => {
  await setUp('medical-plan', { name: 'Harbor Gold', premiums: premiumsOf('4678.00') })
  await setUp('dental-plan', { name: 'Harbor Dental', premiums: premiumsOf('500.00') })
  await setUp('enrollment-options', { dental_enrolls_by_default: true, vision_offered: false })
  await setUp('insurance-configuration', { admin_fee: { amount: '25.00', audience: everyone } })
  await setUp('dates', {
    enrollment_opens_on: '2026-06-01',
    enrollment_closes_on: '2026-11-30',
    waiver_opens_on: '2026-06-15',
    waiver_deadline_on: '2026-12-01',
    cohorts: [
      cohort('Law', { programs: ['Law'] }, '2026-10-30', '2026-10-31'),
      cohort('North', { campuses: ['North'] }, '2026-12-15'),
      cohort('Online', { campuses: ['Online'] }, '2026-12-01', '2026-11-30'),
    ],
    coverage_terms: [{ key: 'spring', name: 'Spring', starts_on: '2027-02-01', ends_on: '2027-07-31' }],
  })
}

/** Makes waiver forms of a record wait for the student until a day. */
const respondBy = async (day: string) => {
  const id = await build({ medical_status: 'waiver_submitted', dental_status: 'waived' })
  const { student_id } = await services.owner
    .selectFrom('student_periods')
    .select('student_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const place = { school_id: world.schoolId, period_id: world.periodId }
  const form = await buildFormSubmission(services.owner, {
    ...place,
    student_id,
    student_period_id: id,
    match_method: 'staff',
  })
  await world.admin.put(`/api/student-periods/${id}`, { medical_status: 'waiver_utp' })
  await services.owner
    .updateTable('decision_outcomes')
    .set({ respond_by: day })
    .where('submission_id', '=', form)
    .execute()
  return { id, form }
}

describe('the calendar', () => {
  it('lists the days of a policy year with two coverage types and three cohorts, with the dollars', async () => {
    await setUpYear()
    await build()
    await build({ dental_status: 'waived' })
    await build({ campus: 'North' })
    await build({ campus: 'North' })
    await build({ program: 'Law' })
    await build({ campus: 'Online', academic_status: 'withdrawn' })
    expect(await lines()).toEqual([
      '2026-06-01 enrollment_opens',
      '2026-06-15 waiver_opens',
      '2026-08-01 year_starts',
      '2026-10-30 waiver_deadline Law',
      '2026-10-31 enrollment_closes Law',
      '2026-11-20 default_enrollment Law staff 1 5203.00 2026-11-01',
      '2026-11-28 deadline_reminder automatic 2 2026-12-01',
      '2026-11-28 deadline_reminder Online automatic 0 2026-12-01',
      '2026-11-30 enrollment_closes',
      '2026-12-01 deadline_reminder North automatic 2 2026-12-15',
      '2026-12-01 waiver_deadline',
      '2026-12-02 default_enrollment staff 2 9906.00',
      '2026-12-02 default_enrollment Online staff 0 0.00',
      '2026-12-12 deadline_reminder North automatic 2 2026-12-15',
      '2026-12-15 waiver_deadline North',
      '2026-12-16 default_enrollment North staff 2 10406.00',
      '2027-02-01 term_starts Spring',
      '2027-07-31 year_ends',
    ])
  })

  it('expects the same default enrollment as the run that starts on that day', async () => {
    await setUpYear()
    await setUp('dates', { cohorts: [] })
    await setUp('enrollment-options', { default_also: ['waiver_utp'], default_enrollment_is_automatic: true })
    await build()
    await respondBy('2026-12-01')
    await respondBy('2026-12-02')
    const expected = '2026-12-02 default_enrollment automatic 2 9906.00'
    expect(await lines('default_enrollment')).toEqual([expected])
    await setUp('dates', { enrollment_closes_on: '2026-11-18', waiver_deadline_on: '2026-11-19' })
    await services.owner.updateTable('decision_outcomes').set({ respond_by: '2026-11-19' }).execute()
    const path = `/api/periods/${world.periodId}/default-enrollment`
    const { students, total } = (await world.admin.get(path)).body.data
    expect(await lines('default_enrollment')).toEqual([
      `2026-11-20 default_enrollment automatic ${students} ${total}`,
    ])
    await world.admin.post(path, { expected: { students, total } })
    await services.runJobs()
    expect(await lines('default_enrollment')).toEqual(['2026-11-20 default_enrollment automatic 0 0.00'])
    expect(await lines('default_enrollment_run')).toEqual([
      `2026-11-20 default_enrollment_run staff ${students} ${total} done ${await nameOfAdmin()}`,
    ])
    const { runs } = (await world.admin.get(path)).body.data
    await world.admin.post(`/api/changes/${runs[0].change_id}/undo`)
    expect(await lines('default_enrollment_run')).toEqual([expect.stringContaining(' undone ')])
  })

  it('adds the days that the policy year waits, and says when a school turned reminders off', async () => {
    await build({ program: 'Law' })
    await setUp('enrollment-options', { default_enrollment_wait_days: 10 })
    await setUp('dates', { waiver_deadline_on: '2026-12-01', reminder_days: ['7'] })
    expect(await lines('default_enrollment')).toEqual(['2026-12-12 default_enrollment staff 1 0.00'])
    expect(await lines('deadline_reminder')).toEqual(['2026-11-24 deadline_reminder automatic 1 2026-12-01'])
    const path = `/api/schools/${world.schoolId}/email-settings`
    const { data } = (await world.admin.get(path)).body
    await world.admin.put(path, { ...data, kinds_off: ['deadline_reminder'] })
    expect(await lines('deadline_reminder')).toEqual(['2026-11-24 deadline_reminder off 2026-12-01'])
    await setUp('enrollment-options', { medical_enrolls_by_default: false })
    expect([await lines('default_enrollment'), await lines('deadline_reminder')]).toEqual([[], []])
  })

  it('lists the reminders that were sent by day and deadline', async () => {
    await setUp('dates', { waiver_deadline_on: '2026-12-01', reminder_days: ['14', '3'] })
    await build()
    await build()
    await build({ medical_status: 'waived' })
    await services.owner
      .updateTable('periods')
      .set({ state: 'closed' })
      .where('id', '<>', world.periodId)
      .execute()
    await remindOfDeadlines(services.services)
    expect(await lines('reminders_sent')).toEqual(['2026-11-20 reminders_sent automatic 2 2026-12-01 done'])
    expect(await lines('deadline_reminder')).toEqual(['2026-11-28 deadline_reminder automatic 2 2026-12-01'])
  })

  it('counts who must respond by a day, by the latest decision, until they do', async () => {
    const first = await respondBy('2026-12-05')
    await respondBy('2026-12-05')
    const late = await respondBy('2026-11-10')
    expect(await lines('respond_by')).toEqual(['2026-11-10 respond_by 1', '2026-12-05 respond_by 2'])
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'waived' })
      .where('id', '=', first.id)
      .execute()
    await services.owner
      .updateTable('decision_outcomes')
      .set({ undone_at: '2026-11-19T15:00:00.000Z' })
      .where('submission_id', '=', late.form)
      .execute()
    expect(await lines('respond_by')).toEqual(['2026-12-05 respond_by 1'])
  })

  it('counts records as the list does that an entry opens', async () => {
    const { id } = await respondBy('2026-12-05')
    await respondBy('2026-12-05')
    const left = await respondBy('2026-12-05')
    await services.owner
      .updateTable('student_periods')
      .set({ status: 'inactive' })
      .where('id', '=', left.id)
      .execute()
    await build({
      planned_academic_status: 'leave_of_absence',
      planned_status_on: '2026-12-05',
      status: 'inactive',
    })
    expect(await lines('respond_by')).toEqual(['2026-12-05 respond_by 2'])
    expect(await lines('planned_status')).toEqual([])
    const constraints = [{ match_mode: 'equals', value: '2026-12-05' }]
    const filters = JSON.stringify({ respond_by: { operator: 'and', constraints } })
    const list = `/api/student-periods-by-period/${world.periodId}?columns=sid&filters=${encodeURIComponent(filters)}`
    expect((await world.admin.get(list)).body.meta.total).toBe(2)
    expect(id).toBeGreaterThan(0)
  })

  it('counts the coverage that ends because of age by month, as the age-out report does', async () => {
    const parents = { medical_status: 'waived', medical_waive_source_of_coverage: 'parent_employer_group' }
    const born = (dob: string, more: object = {}) => build({ ...parents, student: { dob }, ...more })
    await born('2000-11-03')
    await born('2000-11-28')
    await born('2001-02-10', {
      dental_status: 'waived',
      dental_waive_source_of_coverage: 'parent_employer_group',
    })
    // before the policy year, after it, and of someone who isn’t active
    await born('2000-05-10')
    await born('2001-09-10')
    await born('2001-02-10', { status: 'inactive' })
    expect(await lines('aging_out')).toEqual(['2026-11-20 aging_out staff 2', '2027-02-01 aging_out staff 2'])
    const report = `/api/reports/age-out?period_id=${world.periodId}&month=`
    for (const month of ['2026-11', '2027-02'])
      expect((await world.admin.get(`${report}${month}`)).body.meta.total).toBe(2)
    await publishWaivers({ ages_out_nightly: true })
    expect(await lines('aging_out')).toContain('2027-02-01 aging_out automatic 2')
  })

  it('counts planned status changes by day, and waivers to reverify by month', async () => {
    const planned = { planned_academic_status: 'leave_of_absence' }
    await build({ ...planned, planned_status_on: '2027-01-10' })
    await build({ ...planned, planned_status_on: '2027-01-10' })
    const waived = { medical_status: 'waived', dental_status: 'waived' }
    await build({ ...waived, reverify_on: '2026-11-05', dental_waive_verified_on: '2026-11-06' })
    await build({ ...waived, reverify_on: '2026-11-25' })
    await build({ ...waived, reverify_on: '2027-01-20' })
    await build({ ...waived, reverify_on: '2027-01-31', academic_status: 'graduated' })
    expect(await lines('planned_status')).toEqual(['2027-01-10 planned_status automatic 2'])
    expect(await lines('reverify')).toEqual([
      '2026-11-01 reverify staff 1',
      '2026-11-20 reverify staff 2',
      '2027-01-01 reverify staff 2',
    ])
    await publishWaivers({ reverifies_nightly: true })
    expect(await lines('reverify')).toContain('2027-01-01 reverify automatic 2')
  })

  it('lists reverifications with who started them', async () => {
    const run = {
      school_id: world.schoolId,
      period_id: world.periodId,
      coverage_types: ['medical'],
      state: 'done',
      only_due: false,
      with_ended: false,
      started_by_id: null,
    }
    await services.owner
      .insertInto('period_reverifications')
      .values([
        // 10 p.m. in the office on 11/18
        { ...run, started_at: '2026-11-19T03:00:00.000Z', ended_at: '2026-11-19T03:05:00.000Z' },
        {
          ...run,
          started_by_id: world.adminId,
          state: 'stopped',
          started_at: '2026-11-19T16:00:00.000Z',
          ended_at: '2026-11-19T16:05:00.000Z',
        },
      ])
      .execute()
    expect(await lines('reverification_run')).toEqual([
      '2026-11-18 reverification_run automatic 0 done',
      `2026-11-19 reverification_run staff 0 stopped ${await nameOfAdmin()}`,
    ])
  })

  it('reads everything in eight statements besides the students to auto-enroll', async () => {
    await setUpYear()
    await build()
    await setUp('enrollment-options', { medical_enrolls_by_default: false, dental_enrolls_by_default: false })
    const sent = sentStatements()
    await read()
    // the first one reads the session
    expect(sent).toHaveLength(9)
  })
})
