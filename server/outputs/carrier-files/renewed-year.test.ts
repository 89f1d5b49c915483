import { afterAll, beforeAll, expect, it } from 'vitest'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { readEnrollment } from '#server/testing/read-enrollment.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { enrolledStudent, exampleSettings } from './factory.ts'

let services: TestServices
let world: SchoolWorld
/** The next policy year. It renews coverage, and its carrier file is set up. */
let next: number
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await confirmAdmin({ services, adminId: world.adminId })
  const days = { starts_on: '2027-08-01', ends_on: '2028-07-31' }
  next = await buildPeriod(services.owner, { school_id: world.schoolId, name: '2027–28', ...days })
  await setUp('insurance-configuration', { enrolled_becomes: 'renewed' })
  await setUp('medical-plan', { premiums: { ...medicalPlan.empty.premiums, enrolled_espch2: '7000.00' } })
  await setUp('carrier-file', exampleSettings)
})
afterAll(() => services.close())

const setUp = async (kind: string, change: object): Promise<void> => {
  const path = `/api/periods/${next}/${kind}`
  const { data } = (await world.admin.get(path)).body
  expect((await world.admin.put(path, { ...data, ...change })).status).toBe(200)
}

/** Enrolls a student of this year with a spouse and two children, by the calls that staff make. */
const enrollFamily = async (sid: string, last_name: string): Promise<void> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: { ...enrolledStudent.student, sid, last_name },
    ...enrolledStudent.record,
    medical_status: 'enrolled_espch2',
    dental_status: 'not_started',
  })
  const family = { last_name, covers: ['medical', 'dental'] }
  const dependents = [
    { ...family, type: 'spouse', first_name: 'Kai', dob: '2001-02-03', ssn: '923-45-6789' },
    { ...family, type: 'child', first_name: 'Mia', dob: '2020-05-01' },
    { ...family, type: 'child', first_name: 'Leo', dob: '2022-05-01' },
  ]
  expect((await world.admin.put(`/api/student-periods/${id}`, { dependents })).status).toBe(200)
}

/** Prepares the full carrier file of the next year. Returns its ID. */
const prepare = async (): Promise<number> => {
  const started = await world.admin.post(`/api/periods/${next}/carrier-files`, { kind: 'full' })
  expect(started.status).toBe(202)
  await services.runJobs()
  return started.body.data.id
}

it('the carrier file of a renewed year has the dependents, and lists a family tier that covers nobody', async () => {
  await enrollFamily('F-1', 'Lopez')
  await enrollFamily('F-2', 'Okafor')
  const years = { from_period_id: world.periodId, to_period_id: next }
  expect((await world.admin.post('/api/import/students-from-period', years)).status).toBe(202)
  await services.runJobs()
  const renewed = await services.owner
    .selectFrom('student_periods')
    .innerJoin('students', 'students.id', 'student_periods.student_id')
    .select(['student_periods.id', 'students.sid', 'medical_status', 'dental_status'])
    .where('period_id', '=', next)
    .orderBy('sid')
    .execute()
  const status = { medical_status: 'enrolled_espch2', dental_status: 'not_started' }
  expect(renewed).toMatchObject([
    { sid: 'F-1', ...status },
    { sid: 'F-2', ...status },
  ])

  const whole = await prepare()
  expect((await world.admin.get(`/api/carrier-files/${whole}`)).body.data).toMatchObject({
    subscribers: 2,
    dependents: 6,
    problems: 0,
  })

  // as in a record that was renewed before covers were kept
  await services.owner
    .updateTable('dependents')
    .set({ covers: [] })
    .where('student_period_id', '=', renewed[1]?.id ?? 0)
    .execute()
  const id = await prepare()
  const { body } = await world.admin.get(`/api/carrier-files/${id}/problems`)
  expect(body.data).toMatchObject([
    { sid: 'F-2', code: 'no_dependents', field: 'covers', coverage_type: 'medical', tier: 'enrolled_espch2' },
  ])
  expect((await world.admin.post(`/api/carrier-files/${id}/release`, {})).status).toBe(200)
  const written = (await world.admin.get(`/api/carrier-files/${id}/file`)).bytes.toString()
  expect(readEnrollment(written).members.map(({ name }) => `${name.first} ${name.last}`)).toEqual([
    expect.stringMatching(/ Lopez$/),
    'Kai Lopez',
    'Mia Lopez',
    'Leo Lopez',
  ])
  expect(written).toContain('*34*923456789~')
  // from the first day of the new year
  expect(written.match(/DTP\*348\*D8\*20270801~/g)).toHaveLength(4)
})
