import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { publishForm, smallForm, uploadFormFile } from '#server/testing/form-requests.ts'
import { pngOf } from '#server/testing/sample-files.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let maya: { id: number; student_id: number }
let other: { id: number; student_id: number }
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const build = (student: object) =>
    buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student: { dob: '2003-04-05', ...student },
    })
  maya = await build({
    first_name: 'Maya',
    last_name: 'Thompson',
    university_email: 'maya@university.example',
  })
  other = await build({ first_name: 'Mia', last_name: 'Tompkins' })
  await publishForm(world, { fields: [{ name: 'comment' }, { name: 'city' }] })
})

const submit = async (more: object): Promise<number> => {
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  const { body } = await createClient(services.app).post(path, { ...smallForm, ...more })
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', body.data.confirmation_number)
    .executeTakeFirstOrThrow()
  return id
}
const submitUnmatched = (more: object = {}) => submit({ last_name: 'Tompson', comment: 'Call me.', ...more })
const match = async (id: number, student_period_id = maya.id, version = 1): Promise<string> => {
  const answer = await world.admin.post(`/api/student-form-submissions/${id}/match`, {
    student_period_id,
    version,
  })
  expect(answer.status).toBe(200)
  return String(answer.headers['x-change-id'])
}
const undo = async (change: string) => {
  const { status, body } = await world.admin.post(`/api/changes/${change}/undo`)
  return { status, message: body.message, data: body.data }
}
const formOf = async (id: number) => (await world.admin.get(`/api/student-form-submissions/${id}`)).body.data
const record = (id = maya.id) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const documents = () =>
  services.owner
    .selectFrom('student_files')
    .select('student_period_id')
    .where('school_id', '=', world.schoolId)
    .where('deleted_at', 'is', null)
    .execute()

it('gives the student their statuses back, cancels the email, and the form can be matched with someone else', async () => {
  const before = await record()
  const id = await submitUnmatched()
  const change = await match(id)
  expect(await formOf(id)).toMatchObject({ match_method: 'staff', match_change_id: change })

  expect(await undo(change)).toMatchObject({ status: 200, data: { left: [], emails_canceled: 1 } })
  const undone = await record()
  for (const field of ['medical_status', 'confirmation_number', 'signature', 'comment'] as const)
    expect(undone[field]).toEqual(before[field])
  expect(await formOf(id)).toMatchObject({
    student_period_id: null,
    match_method: null,
    match_change_id: null,
    open_coverages: ['medical'],
    version: 3,
  })

  await match(id, other.id, 3)
  expect((await record(other.id)).medical_status).toBe('waiver_submitted')
  expect((await record()).medical_status).toBe(before.medical_status)
})

it('takes the files of the form out of the student’s documents', async () => {
  const guest = createClient(services.app)
  const file = { name: 'card.png', bytes: pngOf(20, 10) }
  const token = await uploadFormFile({ guest, periodId: world.periodId }, file, {
    kind: 'insurance_card_front',
  })
  const id = await submitUnmatched({ file_tokens: [token] })
  const change = await match(id)
  expect(await documents()).toHaveLength(1)
  expect((await undo(change)).status).toBe(200)
  expect(await documents()).toEqual([])
  expect((await formOf(id)).files).toHaveLength(1)
  await match(id, other.id, 3)
  expect(await documents()).toEqual([{ student_period_id: other.id }])
})

it('puts the form that the match replaced in effect again', async () => {
  const earlier = await submit({})
  services.clock.advance(60)
  const change = await match(await submitUnmatched())
  expect((await formOf(earlier)).superseded_by).not.toBeNull()
  expect((await undo(change)).status).toBe(200)
  expect(await formOf(earlier)).toMatchObject({ superseded_by: null, open_coverages: ['medical'] })
})

it('matches a form that a later one had replaced again as one that no one has replaced', async () => {
  const late = await submitUnmatched()
  services.clock.advance(60)
  await submit({ signature: 'M. Thompson' })
  const change = await match(late)
  expect((await formOf(late)).superseded_by).not.toBeNull()
  expect((await undo(change)).status).toBe(200)
  expect(await formOf(late)).toMatchObject({ student_period_id: null, superseded_by: null })
})

it('is refused once the form is decided, and possible when the decision is undone', async () => {
  const id = await submitUnmatched()
  const change = await match(id)
  const decided = await world.admin.post('/api/decisions', {
    form_submission_id: id,
    coverage_type: 'medical',
    outcome: 'approve',
  })
  expect(decided.status).toBe(201)
  expect(await undo(change)).toMatchObject({
    status: 409,
    message: 'The form was decided after the match. Undo the decision first.',
  })
  expect(await formOf(id)).toMatchObject({ student_period_id: maya.id, match_change_id: null })
  expect((await record()).medical_status).toBe('waived')
  expect((await undo(String(decided.headers['x-change-id']))).status).toBe(200)
  expect((await undo(change)).status).toBe(200)
})

it('is refused while the record has a status that someone changed since, or answers of the form', async () => {
  const id = await submitUnmatched({ city: 'Dayton' })
  const change = await match(id)
  const merge = await world.admin.post(`/api/student-periods/${maya.id}/merge-from-student-form-submission`, {
    form_submission_id: id,
    fields: ['city'],
    version: (await formOf(id)).student_period_version,
  })
  expect(merge.status).toBe(200)
  const refused = {
    status: 409,
    message: 'The record changed after the match. Undo that change first.',
  }
  expect(await undo(change)).toMatchObject(refused)
  expect((await undo(String(merge.headers['x-change-id']))).status).toBe(200)
  const status = await world.admin.put(`/api/student-periods/${maya.id}`, {
    medical_status: 'not_started',
    override_reason: 'A mistake.',
    version: (await formOf(id)).student_period_version,
  })
  expect(status.status).toBe(200)
  expect(await undo(change)).toMatchObject({ status: 409 })
  expect((await formOf(id)).student_period_id).toBe(maya.id)
})

it('is refused once a later form has replaced it', async () => {
  const id = await submitUnmatched()
  const change = await match(id)
  services.clock.advance(60)
  await submit({ signature: 'M. Thompson' })
  expect(await undo(change)).toMatchObject({
    status: 409,
    message: 'The student sent a later form after the match.',
  })
})

it('stays possible after changes that don’t depend on the form', async () => {
  const id = await submitUnmatched()
  const change = await match(id)
  const answer = await world.admin.put(`/api/student-periods/${maya.id}`, {
    campus: 'North',
    version: (await formOf(id)).student_period_version,
  })
  expect(answer.status).toBe(200)
  expect((await undo(change)).status).toBe(200)
  expect((await record()).campus).toBe('North')
})
