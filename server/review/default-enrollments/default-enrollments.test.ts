import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { enrollByDefaultNightly } from './schedule/nightly.ts'
import { remindOfDeadlines } from './schedule/reminders.ts'

// today is 2026-11-20; the waiver deadline was 2026-09-15
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  // the system works in every school
  await services.owner.updateTable('periods').set({ state: 'closed' }).execute()
  world = await buildSchoolWorld(services)
  await setUp('medical-plan', { name: 'Harbor Gold', premiums: premiumsOf('4678.00') })
})

const premiumsOf = (enrolled: string | null) => ({
  enrolled,
  enrolled_ech: null,
  enrolled_esp: null,
  enrolled_espch: null,
  enrolled_espch2: null,
  enrolled_efam: null,
})
const setUp = async (kind: string, change: object, period = world.periodId) => {
  const path = `/api/periods/${period}/${kind}`
  const { data } = (await world.admin.get(path)).body
  const saved = await world.admin.put(path, { ...data, ...change })
  expect(saved.body.errors).toBeUndefined()
}
const build = async (values: object = {}): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    campus: 'Main',
    ...values,
  })
  return id
}
const record = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const path = () => `/api/periods/${world.periodId}/default-enrollment`
const read = async () => (await world.admin.get(path())).body.data
const start = async (more: object = {}) => {
  const { students, total } = await read()
  return world.admin.post(path(), { expected: { students, total }, ...more })
}
const run = async (more: object = {}) => {
  const started = await start(more)
  expect(started.status).toBe(202)
  await services.runJobs()
}
const reasons = async () =>
  (await read()).left_out.map(({ reason, students }: { reason: string; students: number }) => [
    reason,
    students,
  ])

describe('auto-enrollment', () => {
  it('enrolls students without a form from the start of the year at the full premium and fee', async () => {
    await setUp('insurance-configuration', { admin_fee: { amount: '25.00', audience: everyone } })
    const ids = [await build(), await build({ medical_status: 'waiver_declined' })]
    expect(await read()).toMatchObject({
      students: 2,
      fees: '50.00',
      total: '9406.00',
      due: [
        { status: 'not_started', starts_on: '2026-08-01', plan_name: 'Harbor Gold', premium: '4678.00' },
        { status: 'waiver_declined', students: 1, total: '4678.00' },
      ],
    })
    await run()
    for (const id of ids)
      expect(await record(id)).toMatchObject({
        medical_status: 'enrolled',
        medical_enroll_coverage_start_on: '2026-08-01',
        medical_enroll_coverage_end_on: '2027-07-31',
        medical_enroll_premium: '4678.00',
        admin_fee: '25.00',
        dental_status: 'not_started',
      })
    const { students, runs } = await read()
    expect([students, runs]).toMatchObject([0, [{ students: 2, amount: '9406.00', emails_waiting: 2 }]])
  })

  it('starts with the coverage term of the requested date, at the premium from then on', async () => {
    const term = { key: 'spring', name: 'Spring', starts_on: '2027-02-01', ends_on: '2027-07-31' }
    await setUp('dates', { coverage_terms: [term] })
    const id = await build({ requested_enrollment_on: '2027-02-10' })
    await run()
    expect(await record(id)).toMatchObject({
      medical_enroll_coverage_start_on: '2027-02-01',
      medical_enroll_premium: '2339.00',
    })
  })

  it('names those it leaves out', async () => {
    await setUp('dates', {
      cohorts: [
        {
          key: 'north',
          name: 'North',
          audience: { ...everyone, campuses: ['North'] },
          waiver_deadline_on: '2026-12-01',
          enrollment_closes_on: null,
        },
      ],
    })
    await setUp('enrollment-options', {
      default_also: ['waiver_utp'],
      exemptions: [
        { key: 'o', name: 'Online', coverages: ['medical'], audience: { ...everyone, campuses: ['Online'] } },
      ],
      medical_audience: { ...everyone, programs: ['Law', 'Nursing'] },
    })
    const law = { program: 'Law' }
    await build({ ...law, campus: 'North' })
    await build({ ...law, campus: 'Online' })
    await build({ program: 'Pharmacy' })
    await build({ ...law, medical_status: 'waiver_submitted' })
    await build({ ...law, medical_status: 'waiver_inactive' })
    await build({ ...law, medical_status: 'enrollment_utp' })
    await build({ ...law, academic_status: 'withdrawn' })
    await build({ ...law, status: 'inactive' })
    expect(Object.fromEntries(await reasons())).toEqual({
      deadline_ahead: 1,
      exempt: 1,
      not_offered: 1,
      waiting_for_decision: 1,
      status_not_included: 1,
      enrollment_utp: 1,
      not_in_force: 2,
    })
    const { left_out: groups } = await read()
    const ahead = groups.find(({ reason }: { reason: string }) => reason === 'deadline_ahead')
    expect(ahead).toMatchObject({ cohort: 'North', due_on: '2026-12-02' })
    const { body } = await world.admin.get(`${path()}/students?group=${encodeURIComponent(ahead.key)}`)
    expect([body.data.length, body.meta.total]).toEqual([1, 1])
  })

  it('waits for the days to respond to a waiver that couldn’t be processed', async () => {
    await setUp('enrollment-options', { default_also: ['waiver_utp'] })
    const id = await build({ medical_status: 'waiver_submitted' })
    const { student_id } = await record(id)
    const place = { school_id: world.schoolId, period_id: world.periodId }
    await buildFormSubmission(services.owner, {
      ...place,
      student_id,
      student_period_id: id,
      match_method: 'staff',
    })
    const answer = await world.admin.put(`/api/student-periods/${id}`, { medical_status: 'waiver_utp' })
    expect(answer.status).toBe(200)
    expect(await reasons()).toEqual([['days_left', 1]])
    await services.owner.updateTable('decision_outcomes').set({ respond_by: '2026-11-19' }).execute()
    expect([await reasons(), (await read()).students]).toEqual([[], 1])
  })

  it('waits for an appeal, and for the days that the policy year adds', async () => {
    await build()
    await setUp('enrollment-options', { default_enrollment_wait_days: 60 })
    expect(await reasons()).toEqual([])
    await setUp('dates', { enrollment_closes_on: '2026-10-31' })
    expect(await reasons()).toEqual([['deadline_ahead', 1]])
  })

  it('doesn’t start without a premium, or with last year’s until it’s confirmed', async () => {
    await build()
    await setUp('medical-plan', { premiums: premiumsOf(null) })
    expect((await start()).body.errors).toEqual({
      confirms_premiums: ['The medical plan has no premium. Enter it first.'],
    })
    await setUp('medical-plan', { premiums: premiumsOf('4678.00') })
    const before = await buildPeriod(services.owner, {
      school_id: world.schoolId,
      name: '2025–26',
      starts_on: '2025-08-01',
      ends_on: '2026-07-31',
    })
    await setUp('medical-plan', { premiums: premiumsOf('4678.00') }, before)
    expect((await start()).body.errors).toEqual({
      confirms_premiums: ['The medical plan has the same premiums as 2025–26. Confirm that it’s right.'],
    })
    expect((await start({ confirms_premiums: true })).status).toBe(202)
  })

  it('changes nothing if the preview is out of date, and runs once', async () => {
    await build()
    const { students, total } = await read()
    await build()
    expect((await world.admin.post(path(), { expected: { students, total } })).status).toBe(409)
    expect((await start()).status).toBe(202)
    expect((await start()).status).toBe(409)
    const late = await build()
    await services.runJobs()
    const { runs } = await read()
    expect(runs[0]).toMatchObject({
      state: 'failed',
      message: 'Some records changed after the preview. Check the new counts.',
    })
    expect((await record(late)).medical_status).toBe('not_started')
  })

  it('is undone as a whole, and its emails go only to those who are still enrolled', async () => {
    const [first, second] = [await build(), await build()]
    await run()
    await world.admin.put(`/api/student-periods/${first}`, {
      medical_status: 'waived',
      override_reason: 'They sent proof to the office.',
    })
    const { id, change_id, emails_waiting: waiting } = (await read()).runs[0]
    expect(waiting).toBe(1)
    const emails = () =>
      services.owner
        .selectFrom('emails')
        .select(['kind', 'student_period_id', 'body', 'state'])
        .where('kind', '=', 'auto_enrolled')
        .where('school_id', '=', world.schoolId)
        .execute()
    expect(await emails()).toEqual([])
    await world.admin.post(`${path()}/emails`, { run_id: id })
    await services.runJobs()
    expect(await emails()).toMatchObject([{ student_period_id: second }])
    expect((await world.admin.post(`${path()}/emails`, { run_id: id })).status).toBe(409)
    const { body } = await world.admin.post(`/api/changes/${change_id}/undo`)
    expect([body.data.reverted, body.data.left.length]).toEqual([1, 1])
    expect(body.data).toMatchObject({ emails_canceled: 1, emails_sent: 0 })
    expect(await emails()).toMatchObject([{ state: 'canceled' }])
    expect(await record(second)).toMatchObject({
      medical_status: 'not_started',
      medical_enroll_premium: null,
      medical_enroll_coverage_start_on: null,
    })
    expect((await read()).runs[0]).toMatchObject({ is_undone: true, change_id: null })
  })

  it('names how many students were told already when it’s undone', async () => {
    await build()
    await run()
    const { id, change_id } = (await read()).runs[0]
    await world.admin.post(`${path()}/emails`, { run_id: id })
    await services.runJobs()
    await services.owner
      .updateTable('emails')
      .set({ state: 'sent', sent_at: services.clock.now().toISOString(), via: 'smtp' })
      .where('kind', '=', 'auto_enrolled')
      .where('school_id', '=', world.schoolId)
      .execute()
    const { body } = await world.admin.post(`/api/changes/${change_id}/undo`)
    expect(body.data).toMatchObject({ reverted: 1, emails_canceled: 0, emails_sent: 1 })
  })

  it('tells students only of the coverages that it enrolled them in, and no one after its undo', async () => {
    const chosen = { vision_status: 'enrolled', dental_status: 'enrolled_eoc' }
    const first = await build(chosen)
    await run()
    const [{ id, change_id, emails_waiting: waiting }] = (await read()).runs
    expect(waiting).toBe(1)
    const undone = await world.admin.post(`/api/changes/${change_id}/undo`)
    expect(undone.body.data.reverted).toBe(1)
    expect((await read()).runs[0]).toMatchObject({ is_undone: true, emails_waiting: 0 })
    await world.admin.post(`${path()}/emails`, { run_id: id })
    await services.runJobs()

    const declined = await build({ ...chosen, medical_status: 'waiver_declined' })
    await run()
    await world.admin.post(`${path()}/emails`, { run_id: (await read()).runs[0].id })
    await services.runJobs()
    const emails = await services.owner
      .selectFrom('emails')
      .select(['student_period_id', 'body'])
      .where('school_id', '=', world.schoolId)
      .where('kind', '=', 'auto_enrolled')
      .orderBy('student_period_id')
      .execute()
    expect((await read()).runs[1]).toMatchObject({ is_undone: true, emails_waiting: 0 })
    // the first one isn’t enrolled by the first run any more, and is by the second
    expect(emails.map(({ body }) => /You were enrolled in .* coverage for/.exec(body ?? '')?.[0])).toEqual([
      'You were enrolled in medical coverage for',
      'You were enrolled in medical coverage for',
    ])
    expect(emails.map(({ student_period_id }) => student_period_id)).toEqual([first, declined])
  })
})

describe('automatic auto-enrollment', () => {
  it('starts on its day if the policy year says so, and not again after an undo', async () => {
    const id = await build()
    expect(await enrollByDefaultNightly(services.services)).toBe(0)
    await setUp('enrollment-options', { default_enrollment_is_automatic: true })
    expect([
      await enrollByDefaultNightly(services.services),
      await enrollByDefaultNightly(services.services),
    ]).toEqual([1, 0])
    await services.runJobs()
    expect((await record(id)).medical_status).toBe('enrolled')
    const { runs } = await read()
    expect(runs).toMatchObject([{ started_by: null, students: 1 }])
    await world.admin.post(`/api/changes/${runs[0].change_id}/undo`)
    expect([(await record(id)).medical_status, await enrollByDefaultNightly(services.services)]).toEqual([
      'not_started',
      0,
    ])
  })

  it('doesn’t start before the day after the deadline, or at last year’s premium', async () => {
    await build()
    await setUp('enrollment-options', { default_enrollment_is_automatic: true })
    await setUp('dates', { waiver_deadline_on: '2026-11-20' })
    expect(await enrollByDefaultNightly(services.services)).toBe(0)
    await setUp('dates', { waiver_deadline_on: '2026-11-19' })
    await setUp('medical-plan', { premiums: premiumsOf(null) })
    expect(await enrollByDefaultNightly(services.services)).toBe(0)
    await setUp('medical-plan', { premiums: premiumsOf('4700.00') })
    expect(await enrollByDefaultNightly(services.services)).toBe(1)
  })
})

describe('deadline reminders', () => {
  const reminders = () =>
    services.owner
      .selectFrom('emails')
      .select(['student_period_id', 'subject', 'body'])
      .where('kind', '=', 'deadline_reminder')
      .where('school_id', '=', world.schoolId)
      .orderBy('id')
      .execute()

  it('go once to students who haven’t started, before the deadline of their cohort', async () => {
    await setUp('dates', {
      waiver_deadline_on: '2026-12-01',
      cohorts: [
        {
          key: 'north',
          name: 'North',
          audience: { ...everyone, campuses: ['North'] },
          waiver_deadline_on: '2026-12-15',
          enrollment_closes_on: null,
        },
      ],
    })
    const id = await build()
    await build({ medical_status: 'waived' })
    await build({ academic_status: 'withdrawn' })
    const north = await build({ campus: 'North' })
    const remind = () => remindOfDeadlines(services.services)
    expect([await remind(), await remind()]).toEqual([1, 0])
    expect(await reminders()).toMatchObject([
      {
        student_period_id: id,
        subject: 'Your insurance form is due December 1, 2026',
        body: expect.stringContaining('Days left: 11.'),
      },
    ])
    await setUp('dates', { waiver_deadline_on: '2026-11-21', reminder_days: ['30', '1'] })
    expect([await remind(), await remind()]).toEqual([2, 0])
    expect((await reminders()).map(({ student_period_id }) => student_period_id)).toEqual([id, id, north])
  })

  it('aren’t sent without days, on the day of the deadline or later, or if the school turned them off', async () => {
    await build()
    await setUp('dates', { waiver_deadline_on: '2026-11-23', reminder_days: [] })
    expect(await remindOfDeadlines(services.services)).toBe(0)
    await setUp('dates', { waiver_deadline_on: '2026-11-20', reminder_days: ['3'] })
    expect(await remindOfDeadlines(services.services)).toBe(0)
  })
})
