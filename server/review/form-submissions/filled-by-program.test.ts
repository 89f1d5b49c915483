import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient, type TestAnswer } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let recordId: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await publishForm(world)
  const student = { first_name: 'Maya', last_name: 'Thompson', dob: '2003-04-05' }
  const roster = { school_id: world.schoolId, period_id: world.periodId, student }
  recordId = (await buildStudentPeriod(services.owner, roster)).id
})

const start = { form_type: 'waiver', progress: 'in_progress', first_name: 'Maya' }
const post = (form: object): Promise<TestAnswer> =>
  createClient(services.app).post(`/api/public/periods/${world.periodId}/form-submissions`, form)
const put = (token: string, form: object): Promise<TestAnswer> =>
  createClient(services.app).put(`/api/public/form-submissions/${token}`, form)
const forms = () =>
  services.owner
    .selectFrom('form_submissions')
    .select(['progress', 'confirmation_number'])
    .where('school_id', '=', world.schoolId)
    .execute()
const statusOfRecord = async () =>
  (
    await services.owner
      .selectFrom('student_periods')
      .select('medical_status')
      .where('id', '=', recordId)
      .executeTakeFirstOrThrow()
  ).medical_status
const shapeOf = ({ status, body, text, headers }: TestAnswer) => [
  status,
  Object.keys(body.data),
  text.length,
  Object.keys(headers),
]

const byProgram = [
  ['has something in the field that people don’t see', { left_empty: 'https://spam.example' }],
  ['is complete sooner than a person can be', { elapsed_seconds: 2.9 }],
] as const

describe('a form that a program filled in', () => {
  it.each(byProgram)(
    'because it %s gets the reply of an accepted one, and nothing is saved',
    async (_, signs) => {
      const bad = await post({ ...smallForm, ...signs })
      expect(bad.body.data.confirmation_number).toMatch(/^W-\w{4}-\w{4}$/)
      expect(await forms()).toEqual([])
      expect(await statusOfRecord()).toBe('not_started')
      const good = await post(smallForm)
      expect(shapeOf(bad)).toEqual(shapeOf(good))
    },
  )

  it('is left out step by step too, as often as it’s sent', async () => {
    const signs = { left_empty: 'x' }
    const saved = await post({ ...start, ...signs })
    expect(shapeOf(saved)).toEqual(shapeOf(await post(start)))
    const { resume_token: token } = saved.body.data
    expect((await put(token, { ...start, ...signs })).body.data.resume_token).toBe(token)
    const sent = await put(token, { ...smallForm, ...signs })
    expect([sent.status, sent.body.data.progress]).toEqual([200, 'complete'])
    expect(await forms()).toEqual([{ progress: 'in_progress', confirmation_number: null }])
  })

  it.each(byProgram)('because it %s doesn’t complete what a person saved', async (_, signs) => {
    const { resume_token: token } = (await post(start)).body.data
    expect((await put(token, { ...smallForm, ...signs })).body.data.progress).toBe('complete')
    expect(await forms()).toEqual([{ progress: 'in_progress', confirmation_number: null }])
    expect((await put(token, smallForm)).status).toBe(200)
    expect(await statusOfRecord()).toBe('waiver_submitted')
  })

  it.each([
    [{ left_empty: 1 }, 'left_empty'],
    [{ elapsed_seconds: -1 }, 'elapsed_seconds'],
  ])('with %o is refused at %s', async (signs, field) => {
    const { status, body } = await post({ ...smallForm, ...signs })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})

describe('a form that a person filled in', () => {
  it('is accepted 3 seconds after the page opened, with the field as browsers send it', async () => {
    expect((await post({ ...smallForm, left_empty: '', elapsed_seconds: 3 })).status).toBe(201)
    expect(await forms()).toMatchObject([{ progress: 'complete' }])
    expect(await statusOfRecord()).toBe('waiver_submitted')
  })

  it('is saved as soon as a password manager has filled in the first step', async () => {
    const { resume_token: token } = (await post({ ...start, elapsed_seconds: 0.4 })).body.data
    expect(await forms()).toHaveLength(1)
    // who comes back doesn’t say how long the page has been open
    expect((await put(token, smallForm)).status).toBe(200)
    expect(await forms()).toMatchObject([{ progress: 'complete' }])
  })

  it('and sent twice is one form, however long each took', async () => {
    const first = await post({ ...smallForm, elapsed_seconds: 40.2 })
    const second = await post({ ...smallForm, elapsed_seconds: 41.7, left_empty: null })
    expect(second.body.data.confirmation_number).toBe(first.body.data.confirmation_number)
    expect(await forms()).toHaveLength(1)
  })
})
