import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { importing, type Importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let roster: Importing
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  roster = importing(services, world)
})

/** A policy year from 08/01/2026 to 07/31/2027; today is 11/20/2026. */
const file = (status: string, start: string, end = '') =>
  `sid,last_name,first_name,dob,academic_status,loa_start_on,loa_end_on\nA-1,Park,Ana,04/05/2003,${status},${start},${end}\n`
const build = async (values: object = {}): Promise<void> => {
  await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: { sid: 'A-1', last_name: 'Park', first_name: 'Ana', dob: '2003-04-05', prior_last_name: null },
    academic_status: 'returning',
    medical_status: 'enrolled',
    medical_enroll_coverage_start_on: '2026-08-01',
    medical_enroll_coverage_end_on: '2027-07-31',
    ...values,
  })
}
const read = () =>
  services.owner
    .selectFrom('student_periods')
    .selectAll()
    .where('period_id', '=', world.periodId)
    .executeTakeFirstOrThrow()
const apply = async (bytes: string) => {
  const run = await roster.run(bytes)
  return run.errors_total > 0 ? run : roster.read(run.id)
}

const waiting = { planned_academic_status: 'leave_of_absence', planned_status_on: '2027-01-15' }

it('a leave that a roster dates after today waits for its day, also if it’s imported again', async () => {
  await build()
  await apply(file('leave_of_absence', '01/15/2027', '05/15/2027'))
  expect(await read()).toMatchObject({
    ...waiting,
    academic_status: 'returning',
    loa_start_on: null,
    medical_status: 'enrolled',
    medical_enroll_coverage_end_on: '2027-07-31',
  })
  const again = await apply(file('leave_of_absence', '01/15/2027', '05/15/2027'))
  expect(again).toMatchObject({ counts: { changed: 0 } })
})

it('a return that a roster dates after today waits; a status that counts today takes back what waits', async () => {
  await build({
    academic_status: 'leave_of_absence',
    loa_start_on: '2026-09-01',
    medical_status: 'loa',
    medical_prior_status: 'enrolled',
    medical_enroll_coverage_end_on: '2026-09-01',
    medical_prior_end_on: '2027-07-31',
  })
  await apply(file('returning', '', '01/15/2027'))
  const onLeave = { academic_status: 'leave_of_absence', medical_status: 'loa', loa_end_on: null }
  const planned = { planned_academic_status: 'returning', planned_status_on: '2027-01-15' }
  expect(await read()).toMatchObject({ ...onLeave, ...planned })
  await apply(file('returning', '', '11/20/2026'))
  expect(await read()).toMatchObject({
    academic_status: 'returning',
    medical_status: 'enrolled',
    medical_enroll_coverage_end_on: '2027-07-31',
    medical_prior_end_on: null,
    planned_academic_status: null,
    planned_status_on: null,
  })
})

it('a new student’s leave after today waits, from a roster and from a call', async () => {
  await apply(file('leave_of_absence', '01/15/2027'))
  const fresh = { academic_status: null, loa_start_on: null, medical_status: 'not_started' }
  expect(await read()).toMatchObject({ ...waiting, ...fresh })
  const { body } = await world.registrar.post('/api/add-student-to-period', {
    period_id: world.periodId,
    sid: 'B-2',
    first_name: 'Bo',
    last_name: 'Lind',
    dob: '2003-04-05',
    academic_status: 'leave_of_absence',
    loa_start_on: '2027-01-15',
  })
  expect(body.data).toMatchObject({ ...waiting, ...fresh })
})

it('a leave that begins after the policy year is refused at its date', async () => {
  await build()
  const text = 'Enter a date in the policy year: 08/01/2026 to 07/31/2027.'
  const run = await roster.run(file('leave_of_absence', '08/01/2027'))
  expect(run.errors).toMatchObject([{ row: 2, column: 'loa_start_on', message: text }])
  expect(await read()).toMatchObject({ academic_status: 'returning', planned_status_on: null })
  const added = await world.registrar.post('/api/add-student-to-period', {
    period_id: world.periodId,
    sid: 'B-2',
    first_name: 'Bo',
    last_name: 'Lind',
    dob: '2003-04-05',
    academic_status: 'leave_of_absence',
    loa_start_on: '2027-08-01',
  })
  expect([added.status, added.body.errors]).toEqual([422, { loa_start_on: [text] }])
})

it('a return by a roster gives the tier of the dependents who came during the leave, with its premium', async () => {
  const path = `/api/periods/${world.periodId}/medical-plan`
  const { data } = (await world.admin.get(path)).body
  const premiums = { ...data.premiums, enrolled: '4800.00', enrolled_esp: '9600.00' }
  await world.admin.put(path, { ...data, premiums, proration: 'monthly' })
  await build({ medical_enroll_premium: '4800.00' })
  const at = `/api/student-periods/${(await read()).id}`
  await world.admin.put(at, { academic_status: 'leave_of_absence', effective_on: '2026-10-15' })
  const spouse = { type: 'spouse', first_name: 'Lee', last_name: 'Park', covers: ['medical'] }
  await world.admin.put(at, { dependents: [spouse] })
  await apply(file('returning', '', '11/20/2026'))
  // 4,800, and 9 of 12 months of the 4,800 for a spouse, from November on
  expect(await read()).toMatchObject({
    medical_status: 'enrolled_esp',
    medical_enroll_premium: '8400.00',
    medical_enroll_coverage_end_on: '2027-07-31',
  })
})

const dated = (status: string, day: string, sid = 'A-1'): string =>
  `sid,last_name,first_name,dob,academic_status,Status Effective Date\n${sid},Park,Ana,04/05/2003,${status},${day}\n`

it('a withdrawal or graduation with a status date after today waits for its day, also for a new student', async () => {
  await build()
  await apply(dated('withdrawn', '01/15/2027'))
  expect(await read()).toMatchObject({
    academic_status: 'returning',
    planned_academic_status: 'withdrawn',
    planned_status_on: '2027-01-15',
    medical_status: 'enrolled',
  })
  expect(await apply(dated('withdrawn', '01/15/2027'))).toMatchObject({ counts: { changed: 0 } })
  expect(await apply(dated('withdrawn', '08/15/2027'))).toMatchObject({
    errors: [expect.objectContaining({ column: 'Status Effective Date' })],
  })
  await services.owner.deleteFrom('student_periods').where('period_id', '=', world.periodId).execute()
  await apply(dated('graduated', '05/15/2027', 'A-2').replace('Park,Ana', 'Reed,Zoe'))
  expect(await read()).toMatchObject({
    academic_status: null,
    planned_academic_status: 'graduated',
    planned_status_on: '2027-05-15',
    medical_status: 'not_started',
  })
})

it('a withdrawal counts from its status date, so that an early one voids coverage', async () => {
  await build()
  await apply(dated('withdrawn', '08/20/2026'))
  expect(await read()).toMatchObject({
    academic_status: 'withdrawn',
    planned_status_on: null,
    medical_status: 'not_applicable',
    medical_enroll_coverage_end_on: '2026-08-01',
  })
})

it('a status date means nothing without another status, and leave dates come before it', async () => {
  await build()
  expect(await apply(dated('returning', '01/15/2027'))).toMatchObject({ counts: { changed: 0 } })
  const both = file('leave_of_absence', '09/10/2026')
    .replace(/\n/, ',Status Date\n')
    .replace(/\n$/, ',10/10/2026\n')
  await apply(both)
  expect(await read()).toMatchObject({ academic_status: 'leave_of_absence', loa_start_on: '2026-09-10' })
})
