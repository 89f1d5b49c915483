import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let year: { id: number; student_id: number }
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  year = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: {
      first_name: 'Maya',
      last_name: 'Thompson',
      dob: '2003-04-05',
      university_email: 'maya@university.example',
    },
  })
  await publishForm(world, { fields: [{ name: 'comment' }] })
})

interface Sent {
  readonly id: number
  readonly number: string
}

const submit = async (more: object): Promise<Sent> => {
  const { body } = await createClient(services.app).post(
    `/api/public/periods/${world.periodId}/form-submissions`,
    { ...smallForm, ...more },
  )
  const number = body.data.confirmation_number
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', number)
    .executeTakeFirstOrThrow()
  return { id, number }
}
const submitUnmatched = (more: object = {}): Promise<Sent> =>
  submit({ last_name: 'Tompson', comment: 'Call me.', ...more })
const match = (id: number, body: object = {}, client = world.admin) =>
  client.post(`/api/student-form-submissions/${id}/match`, {
    student_period_id: year.id,
    version: 1,
    ...body,
  })
const record = () =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', year.id).executeTakeFirstOrThrow()
const emails = () =>
  services.owner
    .selectFrom('emails')
    .select(['kind', 'to_address', 'change_id', 'body'])
    .where('student_period_id', '=', year.id)
    .execute()

it('a match applies the form as on the day it was sent, and says who made it', async () => {
  const { id, number } = await submitUnmatched()
  await services.owner
    .updateTable('form_submissions')
    .set({ submitted_at: '2026-11-17T15:00:00Z' })
    .where('id', '=', id)
    .execute()
  const answer = await match(id)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({
    id,
    student_period_id: year.id,
    match_method: 'staff',
    version: 2,
    statuses: { medical: 'waiver_submitted' },
    name: 'Thompson, Maya',
    recommendation: 'needs_review',
  })
  expect(await record()).toMatchObject({
    medical_status: 'waiver_submitted',
    confirmation_number: number,
    signature: 'Maya Thompson',
    signature_date: '2026-11-17',
    comment: 'Call me.',
  })
  const history = await services.owner
    .selectFrom('history')
    .select(['kind', 'cause', 'actor_id', 'subject_type', 'change_id'])
    .where('student_period_id', '=', year.id)
    .orderBy('id')
    .execute()
  const change_id = history[0]?.change_id
  const entry = { cause: 'person', actor_id: world.adminId, change_id }
  expect(history).toEqual([
    { ...entry, kind: 'form_matched', subject_type: 'form_submission' },
    { ...entry, kind: 'coverage_status_changed', subject_type: 'student_period' },
    { ...entry, kind: 'email_queued', subject_type: 'student_email' },
  ])
  expect(await emails()).toMatchObject([
    { kind: 'waiver_form_submission_confirmation', to_address: 'maya@university.example', change_id },
  ])
  expect((await emails())[0]?.body).toContain(number)
})

it('a match of an earlier form replaces the student’s older one, and is replaced by a later one', async () => {
  const oldest = await submit({})
  services.clock.advance(60)
  const lost = await submitUnmatched()
  const answer = await match(lost.id)
  expect(answer.body.data.superseded_by).toBeNull()
  const replaced = (await world.admin.get(`/api/student-form-submissions/${oldest.id}`)).body.data
  expect(replaced).toMatchObject({ superseded_by: lost.id, superseded_by_number: lost.number })

  const late = await submitUnmatched({ signature: 'M. Tompson' })
  services.clock.advance(60)
  const newest = await submit({ signature: 'M. Thompson' })
  const before = await emails()
  const second = await match(late.id)
  expect(second.body.data).toMatchObject({
    student_period_id: year.id,
    superseded_by: newest.id,
    superseded_by_number: newest.number,
  })
  expect((await record()).confirmation_number).toBe(newest.number)
  expect(await emails()).toEqual(before)
})

it('a match is refused with an old version, a second time, and to students of other policy years', async () => {
  const { id } = await submitUnmatched()
  const other = await buildSchoolWorld(services)
  const elsewhere = [
    999_999,
    (
      await buildStudentPeriod(services.owner, {
        school_id: world.schoolId,
        period_id: await buildPeriod(services.owner, { school_id: world.schoolId }),
      })
    ).id,
    (await buildStudentPeriod(services.owner, { school_id: other.schoolId, period_id: other.periodId })).id,
  ]
  for (const student_period_id of elsewhere) {
    const answer = await match(id, { student_period_id })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['student_period_id']])
  }
  const stale = await match(id, { version: 9 })
  expect([stale.status, stale.body.code, stale.body.data.version]).toEqual([409, 'stale', 1])
  expect((await match(id, {}, world.registrar)).status).toBe(403)
  expect((await match(999_999)).status).toBe(404)
  expect((await match(id)).status).toBe(200)
  const again = await match(id, { version: 2 })
  expect([again.status, again.body.code]).toEqual([409, 'exists'])
  expect((await emails()).length).toBe(1)
})

it('only one of two matches at once succeeds', async () => {
  const { id } = await submitUnmatched()
  const answers = await Promise.all([match(id), match(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await emails()).toHaveLength(1)
})

it('anyone of the policy year is found by name, student ID and email, and no one else', async () => {
  const { id } = await submitUnmatched({ dob: '2003-04-05' })
  const student = { first_name: 'Olivia', last_name: 'Quist', sid: 'Q-77', dob: '2001-02-03' }
  const place = { school_id: world.schoolId, period_id: world.periodId }
  const quist = await buildStudentPeriod(services.owner, {
    ...place,
    student: { ...student, university_email: 'oq@university.example' },
  })
  const other = await buildSchoolWorld(services)
  await buildStudentPeriod(services.owner, {
    school_id: other.schoolId,
    period_id: other.periodId,
    student,
  })
  await buildStudentPeriod(services.owner, {
    ...place,
    period_id: await buildPeriod(services.owner, { school_id: world.schoolId }),
    student: { ...student, sid: 'Q-78' },
  })
  const search = async (q: string) =>
    (await world.admin.get(`/api/student-form-submissions/${id}/match-candidates?q=${encodeURIComponent(q)}`))
      .body.data
  for (const q of ['quist', 'Oliv Qui', 'Q-77', 'oq@university.example'])
    expect(await search(q)).toMatchObject([
      {
        student_period_id: quist.id,
        same: [],
        is_alike: false,
        different: [
          { field: 'dob', roster: '2001-02-03', form: '2003-04-05' },
          { field: 'last_name', roster: 'Quist', form: 'Tompson' },
          { field: 'first_name', roster: 'Olivia', form: 'Maya' },
        ],
      },
    ])
  expect(await search('Q-78')).toEqual([])
  expect(await search('thompson')).toMatchObject([{ same: ['dob', 'first_name'], is_alike: true }])
  await match(id)
  const path = `/api/student-form-submissions/${id}/match-candidates?q=quist`
  expect((await world.admin.get(path)).status).toBe(404)
})
