import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import type { TestClient } from '#server/testing/client.ts'
import { readEnrollment } from '#server/testing/read-enrollment.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson, confirmed } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { enrolledStudent, exampleSettings } from './factory.ts'

/** A policy year from 08/01/2026 to 07/31/2027; today is 11/20/2026. */
const premiums = {
  enrolled: '4800.00',
  enrolled_ech: '7200.00',
  enrolled_esp: '9600.00',
  enrolled_espch: '12000.00',
  enrolled_espch2: '14400.00',
  enrolled_efam: null,
}
const whole = {
  medical_enroll_coverage_start_on: '2026-08-01',
  medical_enroll_coverage_end_on: '2027-07-31',
  medical_enroll_premium: '4800.00',
}
const lee = { type: 'spouse', first_name: 'Lee', last_name: 'Park', dob: '2001-05-06', covers: ['medical'] }
const kim = { type: 'child', first_name: 'Kim', last_name: 'Park', dob: '2020-05-06', covers: ['medical'] }
const from = (dependents_effective_on: string) => ({ dependents_effective_on })

let services: TestServices
let world: SchoolWorld
let admin: TestClient
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const person = await buildPerson(services, { permission: 'shipmate_admin' })
  await confirmed(person)
  admin = person.client
  await setUp('carrier-file', { ...exampleSettings, receiver_id: `R${world.schoolId}` })
  await setUp('medical-plan', { premiums, proration: 'monthly' })
  await setUp('dental-plan', { premiums: { ...premiums, enrolled: '120.00', enrolled_esp: '240.00' } })
})

const setUp = async (kind: string, change: object): Promise<void> => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const { data } = (await world.admin.get(path)).body
  expect((await world.admin.put(path, { ...data, ...change })).body.errors).toBeUndefined()
}

const enroll = async (record: object = {}) => {
  const { id, student_id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: enrolledStudent.student,
    ...enrolledStudent.record,
    ...whole,
    ...record,
  })
  return { id, student_id, at: `/api/student-periods/${id}` }
}

const put = async (at: string, body: object) => {
  const answer = await world.admin.put(at, body)
  expect(answer.body.errors).toBeUndefined()
  return answer
}
const undo = async (answer: { headers: Record<string, unknown> }) => {
  const done = await world.admin.post(`/api/changes/${String(answer.headers['x-change-id'])}/undo`)
  expect(done.body.data).toMatchObject({ reverted: 1, left: [] })
  return done
}

/** Releases a file and returns what it says: 'Lee medical 2026-11-10 2027-07-31'. */
const told = async (kind: 'full' | 'changes'): Promise<string[]> => {
  const started = await world.admin.post(`/api/periods/${world.periodId}/carrier-files`, { kind })
  expect(started.body.errors).toBeUndefined()
  await services.runJobs()
  const path = `/api/carrier-files/${started.body.data.id}`
  expect((await admin.post(`${path}/release`, {})).status).toBe(200)
  const { members } = readEnrollment((await admin.get(`${path}/file`)).bytes.toString())
  const names = { HLT: 'medical', DEN: 'dental', VIS: 'vision' } as const
  const lines = members
    .filter(({ isSubscriber }) => !isSubscriber)
    .flatMap(({ name, coverages }) =>
      coverages.map(({ line, begins, ends }) => `${name.first} ${names[line]} ${begins} ${ends ?? '–'}`),
    )
  return lines.toSorted()
}

it('a spouse who is married in November starts in the 834 on the day from which the premium counts', async () => {
  const { at } = await enroll()
  await put(at, { dependents: [lee], ...from('2026-11-10') })
  const { data } = (await world.admin.get(at)).body
  expect(data.dependents).toMatchObject([{ medical_start_on: '2026-11-10', medical_end_on: null }])
  // 4,800 for the year, and 9 of 12 months of the 4,800 that a spouse adds: 3,600
  expect(data.medical_enroll_premium).toBe('8400.00')
  expect(await told('full')).toEqual(['Lee medical 2026-11-10 2027-07-31'])
})

it('whoever leaves ends in the 834 on the day from which the premium is less, told before or not', async () => {
  const { at } = await enroll()
  await put(at, { dependents: [lee, kim], ...from('2026-08-01') })
  expect(await told('full')).toEqual([
    'Kim medical 2026-08-01 2027-07-31',
    'Lee medical 2026-08-01 2027-07-31',
  ])
  const { dependents } = (await world.admin.get(at)).body.data
  const [{ id }, child] = dependents
  const left = await put(at, { dependents: [child, { ...lee, id, covers: [] }], ...from('2027-02-15') })
  // 12,000 for all, less 6 of 12 months of the 4,800 between spouse + child and child
  expect(left.body.data.medical_enroll_premium).toBe('9600.00')
  expect(await told('changes')).toEqual([
    'Kim medical 2026-08-01 2027-07-31',
    'Lee medical 2026-08-01 2027-02-15',
  ])
  await put(at, { dependents: [{ ...lee, id, covers: [] }], ...from('2027-03-10') })
  // 9,600 less 5 of 12 months of the 2,400 for a child
  expect((await world.admin.get(at)).body.data.medical_enroll_premium).toBe('8600.00')
  expect(await told('changes')).toEqual(['Kim medical 2026-08-01 2027-03-10'])
})

it('each coverage type has its own days', async () => {
  const { at } = await enroll({
    dental_status: 'enrolled',
    dental_enroll_coverage_start_on: '2026-08-01',
    dental_enroll_coverage_end_on: '2027-07-31',
    dental_enroll_premium: '120.00',
  })
  await put(at, { dependents: [lee], ...from('2026-08-01') })
  const [{ id }] = (await world.admin.get(at)).body.data.dependents
  const both = { ...lee, id, covers: ['medical', 'dental'] }
  await put(at, { dependents: [both], ...from('2026-12-01') })
  expect(await told('full')).toEqual([
    'Lee dental 2026-12-01 2027-07-31',
    'Lee medical 2026-08-01 2027-07-31',
  ])
})

it('coverage that begins again covers dependents from its start', async () => {
  const { at } = await enroll()
  await put(at, { dependents: [lee], ...from('2026-11-05') })
  expect(await told('full')).toEqual(['Lee medical 2026-11-05 2027-07-31'])
  await put(at, { medical_status: 'waived', override_reason: 'The dean asked.' })
  const again = { override_reason: 'The dean asked again.', coverage_starts_on: '2026-09-01' }
  await put(at, { medical_status: 'enrolled_esp', ...again })
  // 11 of 12 months of 9,600
  expect((await world.admin.get(at)).body.data).toMatchObject({
    medical_enroll_premium: '8800.00',
    dependents: [{ medical_start_on: '2026-09-01' }],
  })
  expect(await told('full')).toEqual(['Lee medical 2026-09-01 2027-07-31'])
})

it('undo gives a dependent the days of before, and takes back whole who wasn’t to be added', async () => {
  const { at } = await enroll()
  const read = async () => (await world.admin.get(at)).body.data
  const added = await put(at, { dependents: [lee], ...from('2026-10-10') })
  expect(await told('full')).toEqual(['Lee medical 2026-10-10 2027-07-31'])
  const before = await read()
  const removed = await put(at, { dependents: [], ...from('2027-01-05') })
  const taken = await undo(removed)
  expect((await read()).dependents).toEqual(before.dependents)
  const repeated = await undo(taken)
  expect(await told('changes')).toEqual(['Lee medical 2026-10-10 2027-01-05'])
  await undo(repeated)
  expect((await read()).dependents).toEqual(before.dependents)
  await undo(added)
  expect((await read()).medical_enroll_premium).toBe('4800.00')
  expect(await told('changes')).toEqual(['Lee medical 2026-10-10 2026-10-10'])
})

it('a day can be sent as it was read, and not be changed', async () => {
  const { at } = await enroll()
  await put(at, { dependents: [lee], ...from('2026-10-10') })
  const { dependents } = (await world.admin.get(at)).body.data
  await put(at, { dependents })
  const typed = await world.admin.put(at, {
    dependents: [{ ...dependents[0], medical_start_on: '2026-09-01' }],
  })
  const text = 'Shipmate sets this day. Leave it as it is.'
  expect([typed.status, typed.body.errors]).toEqual([422, { 'dependents.0.medical_start_on': [text] }])
})
