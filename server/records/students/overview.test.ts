import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { pngOf } from '#server/testing/sample-files.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const card = { name: 'card.png', bytes: pngOf(8, 8) }
const build = (values: object) =>
  buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId, ...values })
const missing = async (student: number): Promise<string[]> =>
  (await world.registrar.get(`/api/students/${student}/overview`)).body.data.missing_documents
const add = async (student: number, fields: Record<string, string>): Promise<number> =>
  (await world.registrar.upload(`/api/students/${student}/file`, fields, card)).body.data.id

it('the overview lists the documents that a pending waiver lacks', async () => {
  const { id, student_id: student } = await build({ dental_status: 'waiver_submitted' })
  expect(await missing(student)).toEqual(['insurance_card_front', 'insurance_card_back'])
  const front = await add(student, { kind: 'insurance_card_front' })
  expect(await missing(student)).toEqual(['insurance_card_back'])
  const back = await add(student, { kind: 'insurance_card_back', student_period_id: String(id) })
  expect(await missing(student)).toEqual([])
  // a replaced file counts under the type of its replacement; a removed file doesn't count
  await add(student, { kind: 'other', replaces_id: String(back) })
  expect(await missing(student)).toEqual(['insurance_card_back'])
  await world.registrar.delete(`/api/files/${front}`)
  expect(await missing(student)).toEqual(['insurance_card_front', 'insurance_card_back'])
})

it('the overview lists no documents if no waiver is pending in the current policy year', async () => {
  const { student_id: student } = await build({ medical_status: 'waived' })
  const former = await buildPeriod(services.owner, {
    school_id: world.schoolId,
    starts_on: '2020-08-01',
    ends_on: '2021-07-31',
  })
  const { id } = await build({ student_id: student, period_id: former, medical_status: 'waiver_submitted' })
  expect(await missing(student)).toEqual([])
  await services.owner
    .updateTable('student_periods')
    .set({ medical_status: 'waiver_utp' })
    .where('student_id', '=', student)
    .execute()
  // a card from another policy year doesn't count for this one
  await add(student, { kind: 'insurance_card_front', student_period_id: String(id) })
  expect(await missing(student)).toEqual(['insurance_card_front', 'insurance_card_back'])
})

it('the overview counts what the parts of the record hold, without what was removed', async () => {
  const { id, student_id: student } = await build({})
  const counts = async () => (await world.registrar.get(`/api/students/${student}/overview`)).body.data.counts
  expect(await counts()).toEqual({ notes: 0, documents: 0, emails: 0, verifications: 0, years: [] })
  const file = await add(student, { kind: 'other' })
  await add(student, { kind: 'other', replaces_id: String(file) })
  const note = { student_id: student, body: '<p>Called</p>' }
  await world.registrar.post('/api/student-notes/create', note)
  const { data } = (await world.registrar.post('/api/student-notes/create', note)).body
  await world.registrar.delete(`/api/student-notes/${data.id}`)
  await world.registrar.put(`/api/student-periods/${id}`, {
    dependents: [{ type: 'child', first_name: 'Mia', last_name: 'Lee', dob: '2020-05-01', covers: [] }],
  })
  expect(await counts()).toEqual({
    notes: 1,
    documents: 1,
    emails: 0,
    verifications: 0,
    years: [{ student_period_id: id, dependents: 1, forms: 0 }],
  })
})
