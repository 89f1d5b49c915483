import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Calendar } from '#contract/review/calendar/shapes.ts'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { exampleSettings } from '#server/outputs/carrier-files/factory.ts'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { makePlannedChanges } from '#server/records/student-periods/index.ts'
import { enrollByDefaultNightly, remindOfDeadlines } from '#server/review/default-enrollments/index.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { sweepChecks } from '#server/review/verifications/schedule.ts'
import { clientOf, createClient, type TestClient } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

// A policy year of one school from its setup to its reverification. The sums are made by hand: a year costs $4,800.00, with
// a spouse $9,600.00, by month; each enrolled student owes a fee of $38.00; a late waiver costs $50.00.

let services: TestServices
let world: SchoolWorld
let admin: TestClient
let year: number
beforeEach(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId)
  admin = world.admin
})
afterEach(() => services.close())

type GoTo = (day: string) => Promise<void>

/** Lets the days pass until a day, in the morning in Ohio. Sessions end in that time. */
const letDaysPass: GoTo = async (day) => {
  services.clock.advance((Date.parse(`${day}T15:00:00Z`) - services.clock.now().getTime()) / 1000)
  admin = await clientOf(services, world.adminId, { isConfirmed: true })
}

/** Works as if a day were today, a minute later, as a Shipmate Admin of a demo does. */
const tryDate: GoTo = async (day) => {
  await put('/api/demo-date', { day })
  services.clock.advance(60)
  admin = await clientOf(services, world.adminId, { isConfirmed: true })
}
const get = async (path: string) => (await admin.get(path)).body.data
const put = async (path: string, body: object) => {
  const answer = await admin.put(path, body)
  expect([path, answer.status, answer.body.errors]).toEqual([path, 200, undefined])
  return answer.body.data
}
const post = async (path: string, body: object) => {
  const answer = await admin.post(path, body)
  expect([path, answer.body?.errors, answer.status < 300]).toEqual([path, undefined, true])
  await services.runJobs()
  return answer.body?.data
}
const period = (part: string): string => `/api/periods/${year}/${part}`
const setUp = async (kind: string, change: object): Promise<void> => {
  await put(period(kind), { ...(await get(period(kind))), ...change })
}
const record = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const find = async (sid: string): Promise<number> => {
  const rows = await get(`/api/student-periods-by-period/${year}?columns=sid&search=${sid}`)
  expect([sid, rows.length]).toEqual([sid, 1])
  return rows[0].id
}

/** Adds a student to last year. */
const student = (first_name: string, sid: string, values: object, dob = '2004-05-06') =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    dental_status: 'not_applicable',
    vision_status: 'not_applicable',
    ...values,
    student: {
      first_name,
      last_name: 'Lopez',
      sid,
      dob,
      address_1: '12 Harbor Street',
      city: 'Columbus',
      state: 'OH',
      zip: '43210',
      country: 'US',
    },
  })

/** Makes and releases a batch. Returns what it tells the bursar, and what it adds up to. */
const bill = async (): Promise<string> => {
  const batch = await post(period('bursar-batches'), {})
  await post(`/api/bursar-batches/${batch.id}/release`, {})
  return (await get(`/api/bursar-batches/${batch.id}`)).totals.total
}
const nothingToBill = async (): Promise<void> =>
  expect((await get(period('bursar-preview'))).totals).toMatchObject({ lines: 0 })

/** Returns the subscribers and the premiums of a full 834. */
const carrierFile = async () => {
  const { id } = await post(period('carrier-files'), { kind: 'full' })
  await post(`/api/carrier-files/${id}/release`, {})
  const text = (await admin.get(`/api/carrier-files/${id}/file`)).bytes.toString()
  const { subscribers } = await get(`/api/carrier-files/${id}`)
  return {
    subscribers,
    members: text.match(/INS\*N\*/g)?.length ?? 0,
    premiums: [...text.matchAll(/AMT\*P3\*([\d.]+)/g)].map(([, amount]) => Number(amount)),
  }
}

/** Sends a student’s waiver form by the public call, which finds the student; a late one tells a life event. Returns its ID. */
const sendWaiver = async (sid: string, first_name: string, event_on?: string): Promise<number> => {
  const name = { first_name, last_name: 'Lopez', signature: `${first_name} Lopez` }
  const event = event_on === undefined ? { qualifying_event: undefined } : {}
  const form = { ...smallForm, ...name, sid, dob: '2004-05-06', ...event, event_on }
  const answer = await createClient(services.app).post(`/api/public/periods/${year}/form-submissions`, form)
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', answer.body.data.confirmation_number)
    .executeTakeFirstOrThrow()
  return id
}
const approve = (id: number) =>
  post('/api/decisions', { form_submission_id: id, coverage_type: 'medical', outcome: 'approve' })

it.each([
  ['as its days pass', letDaysPass],
  ['in minutes, by the date of a demo', tryDate],
] as const)(
  'a policy year runs from last year’s students to the next reverification, right to the dollar, %s',
  { timeout: 120_000 },
  async (_how, goTo) => {
    const company = await buildElectronicCompany(services.owner)
    await student('Ana', 'Y-1', { medical_status: 'enrolled', medical_enroll_premium: '4200.00' })
    const parents = { medical_waive_source_of_coverage: 'parent_employer_group' }
    await student('Ben', 'Y-2', { medical_status: 'waived', ...parents }, '2002-02-10')
    for (const [name, sid] of [
      ['Cara', 'Y-3'],
      ['Dev', 'Y-4'],
      ['Eli', 'Y-5'],
      ['Fay', 'Y-6'],
    ] as const)
      await student(name, sid, { medical_status: 'not_started' })
    await student('Gil', 'Y-7', { medical_status: 'enrolled', academic_status: 'graduated' })

    // a new year from last year
    await goTo('2027-06-01')
    const made = await post('/api/periods', {
      school_id: world.schoolId,
      name: '2027–28',
      starts_on: '2027-08-01',
      ends_on: '2028-07-31',
      waiver_deadline_on: '2027-09-15',
      copy_from_period_id: world.periodId,
    })
    year = made.id
    await setUp('dates', { waiver_opens_on: null, reminder_days: ['14'] })
    await setUp('enrollment-options', {
      dental_offered: false,
      vision_offered: false,
      default_enrollment_is_automatic: true,
    })
    await setUp('medical-plan', {
      name: 'Harbor Gold',
      premiums: {
        enrolled: '4800.00',
        enrolled_ech: null,
        enrolled_esp: '9600.00',
        enrolled_espch: null,
        enrolled_espch2: null,
        enrolled_efam: null,
      },
    })
    await setUp('insurance-configuration', {
      enrolled_becomes: 'renewed',
      waived_becomes: 'renewed',
      late_waiver_fee: '50.00',
      admin_fee: { amount: '38.00', audience: everyone },
    })
    await put(period('carrier-file'), exampleSettings)
    await publishForm({ admin, periodId: year })
    const about = await get(period('about'))
    await put(period('about'), { ...about, state: 'open' })

    // last year’s students: Ana is enrolled again, Ben’s waiver is to be reverified, Gil has graduated
    const ask = { from_period_id: world.periodId, to_period_id: year }
    const { import_id } = await post('/api/import/students-from-period', { ...ask, dry_run: true })
    expect((await get(`/api/imports/${import_id}`)).year_copy).toMatchObject({
      due: { medical: '4800.00', fees: '38.00', total: '4838.00' },
      left_out: [{ reason: 'graduated', students: 1 }],
    })
    await post(`/api/imports/${import_id}/apply`, {})
    const [ana, ben, cara] = [await find('Y-1'), await find('Y-2'), await find('Y-3')]
    const [dev, eli, fay] = [await find('Y-4'), await find('Y-5'), await find('Y-6')]
    expect([await record(ana), await record(ben)]).toMatchObject([
      { medical_status: 'enrolled', medical_enroll_premium: '4800.00' },
      { medical_status: 'waived_needs_reverified' },
    ])
    expect(await bill()).toBe('4838.00')

    // Cara waives in time; the others are reminded, and enrolled after the deadline
    await goTo('2027-08-20')
    await put(`/api/student-periods/${cara}/insurance-details`, {
      medical_waive_insurance_company_id: company,
      medical_waive_member_subscriber_number: 'HH1ACT',
      medical_waive_subscriber_relation: 'self',
      medical_waive_source_of_coverage: 'individual_plan',
    })
    const form = await sendWaiver('Y-3', 'Cara')
    expect(await get(`/api/student-form-submissions/${form}`)).toMatchObject({
      submitted_at: expect.stringMatching(/^2027-08-20T/),
      deadline_on: '2027-08-24',
    })
    await approve(form)
    expect(await record(cara)).toMatchObject({ medical_status: 'waived', late_waiver_fee: null })
    await goTo('2027-09-01')
    expect(await remindOfDeadlines(services.services)).toBe(3)
    await goTo('2027-09-15')
    expect(await enrollByDefaultNightly(services.services)).toBe(0)
    await goTo('2027-09-16')
    expect(await get(period('default-enrollment'))).toMatchObject({ students: 3, total: '14514.00' })
    expect(await enrollByDefaultNightly(services.services)).toBe(1)
    await services.runJobs()
    for (const id of [dev, eli, fay])
      expect(await record(id)).toMatchObject({
        medical_status: 'enrolled',
        medical_enroll_coverage_start_on: '2027-08-01',
        medical_enroll_premium: '4800.00',
      })
    expect(await bill()).toBe('14514.00')
    expect(await carrierFile()).toEqual({ subscribers: 4, members: 0, premiums: [4800, 4800, 4800, 4800] })

    // Dev’s late waiver takes back his premium and fee, and costs the late fee
    await goTo('2027-09-20')
    await approve(await sendWaiver('Y-4', 'Dev', '2027-09-18'))
    expect(await record(dev)).toMatchObject({
      medical_status: 'waived',
      medical_enroll_coverage_end_on: '2027-09-20',
      late_waiver_fee: '50.00',
    })
    expect(await bill()).toBe('-4788.00')

    // Ana’s leave waits for its day, and then charges August to October
    const leave = { academic_status: 'leave_of_absence', effective_on: '2027-10-01' }
    await put(`/api/student-periods/${ana}`, leave)
    expect(await record(ana)).toMatchObject({
      academic_status: 'continuing',
      planned_status_on: '2027-10-01',
    })
    await goTo('2027-10-01')
    expect(await makePlannedChanges(services.services)).toBe(1)
    expect(await record(ana)).toMatchObject({ academic_status: 'leave_of_absence', medical_status: 'loa' })
    expect(await bill()).toBe('-3600.00')

    // Hana arrives in January, covered from then on: 7 of 12 months
    await goTo('2028-01-05')
    const hana = await student('Hana', 'Y-8', { period_id: year, medical_status: 'not_started' })
    await put(`/api/student-periods/${hana.id}`, {
      medical_status: 'enrolled',
      override_reason: 'She arrived for the spring.',
      coverage_starts_on: '2028-01-01',
    })
    expect(await bill()).toBe('2838.00')

    // Eli’s spouse counts from January 10, 7 of 12 months of the difference
    await goTo('2028-01-10')
    await put(`/api/student-periods/${eli}`, {
      dependents: [
        {
          type: 'spouse',
          first_name: 'Lee',
          last_name: 'Lopez',
          dob: '2003-02-01',
          gender: 'male',
          covers: ['medical'],
        },
      ],
      qualifying_event: 'marriage',
      event_on: '2028-01-10',
    })
    expect(await record(eli)).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '7600.00',
    })
    expect(await bill()).toBe('2800.00')

    // Hana withdraws on day 20 and owes nothing; Fay on day 200 and owes the year
    await goTo('2028-01-20')
    await put(`/api/student-periods/${hana.id}`, { academic_status: 'withdrawn' })
    expect(await bill()).toBe('-2838.00')
    await goTo('2028-02-16')
    await put(`/api/student-periods/${fay}`, { academic_status: 'withdrawn' })
    expect(await record(fay)).toMatchObject({
      medical_status: 'enrolled_eoc',
      medical_enroll_coverage_end_on: '2028-07-31',
      medical_enroll_premium: '4800.00',
    })
    await nothingToBill()
    // the file also has those whose coverage has ended: Ana on her leave, and Dev
    expect(await carrierFile()).toEqual({ subscribers: 4, members: 1, premiums: [4800, 4800, 7600, 4800] })

    // Ben has aged out of his parents’ plan; Cara’s waiver is reverified
    await goTo('2028-03-01')
    await post('/api/reports/age-out/change-statuses', { period_id: year })
    expect((await record(ben)).medical_status).toBe('waived_aged_out')
    await post('/api/period-reverifications/reverify-period', { period_id: year })
    services.clock.advance(180)
    await sweepChecks(services.services)
    await services.runJobs()
    expect(await record(cara)).toMatchObject({
      medical_status: 'waived',
      medical_waive_verified_on: '2028-03-01',
    })
    await nothingToBill()

    // what ran, on its days
    const { entries }: Calendar = await get(period('calendar'))
    expect(entries.filter(({ run }) => run !== null).map(({ on, kind }) => `${on} ${kind}`)).toEqual([
      '2027-09-01 reminders_sent',
      '2027-09-16 default_enrollment_run',
      '2028-03-01 reverification_run',
    ])
  },
)
