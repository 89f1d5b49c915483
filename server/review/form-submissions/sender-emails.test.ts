import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { sendFromStranger, strangersEmail } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let formId: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await services.owner.deleteFrom('suppressed_addresses').execute()
  formId = await sendFromStranger({ services, ...world })
})

const letter = {
  to: strangersEmail,
  subject: 'Your form for {{school.name}}',
  body: '<p>Which name is on your card?</p>',
}
const write = (body: object = {}, who = world.admin) =>
  who.post(`/api/student-form-submissions/${formId}/emails`, { ...letter, ...body })
const shown = async () => (await world.admin.get(`/api/student-form-submissions/${formId}`)).body.data
const stored = () =>
  services.owner.selectFrom('emails').selectAll().where('form_submission_id', '=', formId).execute()

it('a dry run shows the email and sends nothing', async () => {
  const { status, body } = await write({ dry_run: true })
  expect([status, body.data]).toEqual([
    202,
    {
      to: strangersEmail,
      subject: expect.stringMatching(/^Your form for \S/),
      html: expect.stringContaining('Which name is on your card?'),
    },
  ])
  expect(await stored()).toEqual([])
})

it('the email is queued to the address of the form, with history, and the form shows it', async () => {
  const answer = await write()
  expect(answer.status).toBe(202)
  expect(await stored()).toMatchObject([
    {
      kind: 'message',
      to_address: strangersEmail,
      to_name: 'Maya Thompson',
      state: 'queued',
      student_id: null,
      school_id: world.schoolId,
      body: expect.stringContaining('Which name is on your card?'),
    },
  ])
  const entry = await services.owner
    .selectFrom('history')
    .select(['kind', 'student_id', 'school_id', 'changes'])
    .where('school_id', '=', world.schoolId)
    .where('kind', '=', 'email_queued')
    .execute()
  expect(entry).toEqual([
    {
      kind: 'email_queued',
      student_id: null,
      school_id: world.schoolId,
      changes: [
        { field: 'subject', before: null, after: answer.body.data.subject },
        { field: 'to', before: null, after: strangersEmail },
      ],
    },
  ])
  expect((await shown()).sender_emails).toMatchObject([
    { to: strangersEmail, subject: answer.body.data.subject, state: 'queued', by: { id: world.adminId } },
  ])
})

it.each([
  [{ to: 'else@mail.example' }, { to: ['Choose an email address that’s on the form.'] }],
  [
    { body: '<p>Dear {{student.first_name}}</p>' },
    { body: ['The form belongs to no student. Use only fields of the school and the policy year.'] },
  ],
])('it’s only to an address of the form, without fields of a student: %j', async (body, errors) => {
  const answer = await write(body)
  expect([answer.status, answer.body.errors]).toEqual([422, errors])
  expect(await stored()).toEqual([])
})

it('a blocked address is refused', async () => {
  await world.admin.post('/api/suppressed-addresses', { address: strangersEmail, reason: 'Asked us.' })
  const answer = await write()
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    { to: ['This address is blocked. Unblock it under Delivery first.'] },
  ])
})

it('once the form is matched, its sender is a student; what was written stays on the form', async () => {
  await write()
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  const match = { student_period_id: id, version: (await shown()).version }
  await world.admin.post(`/api/student-form-submissions/${formId}/match`, match)
  const answer = await write()
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'Someone matched this form with a student. Write to the student.',
  ])
  expect((await shown()).sender_emails).toHaveLength(1)
})

const setState = (state: 'failed' | 'queued') =>
  services.owner.updateTable('emails').set({ state }).where('form_submission_id', '=', formId).execute()
const sentEmails = async (who = world.admin) =>
  (await who.get(`/api/email-batches?school_id=${world.schoolId}`)).body.data

it('while it waits, it can be canceled, and not once it’s sent', async () => {
  await write()
  const [email] = await stored()
  const cancel = () => world.admin.post(`/api/student-emails/${email?.id}/cancel`, {})
  expect((await cancel()).body.data).toMatchObject({ state: 'canceled', form_submission_id: formId })
  expect((await shown()).sender_emails).toMatchObject([{ state: 'canceled' }])
  expect((await cancel()).status).toBe(409)
})

it('it’s sent again to the same address, unless that’s blocked', async () => {
  await write()
  const [email] = await stored()
  const resend = () => world.admin.post(`/api/student-emails/${email?.id}/resend`, {})
  expect((await resend()).status).toBe(409)
  await setState('failed')
  expect((await resend()).body.data).toMatchObject({
    to: strangersEmail,
    state: 'queued',
    resend_of: email?.id,
  })
  expect((await shown()).sender_emails).toMatchObject([{ state: 'queued' }, { state: 'failed' }])
  await world.admin.post('/api/suppressed-addresses', { address: strangersEmail, reason: 'Asked us.' })
  expect((await resend()).body.errors).toEqual({
    to: ['This address is blocked. Unblock it under Delivery first.'],
  })
})

it('Emails from staff list it and what was sent again, for Shipmate Admins', async () => {
  await write()
  const [email] = await stored()
  expect(await sentEmails()).toMatchObject([
    {
      total: 1,
      by_state: { queued: 1 },
      to_sender: {
        email_id: email?.id,
        to: strangersEmail,
        form_submission_id: formId,
        period_id: world.periodId,
      },
    },
  ])
  await setState('failed')
  await world.admin.post(`/api/student-emails/${email?.id}/resend`, {})
  expect((await sentEmails()).map(({ by_state }: { by_state: object }) => by_state)).toEqual([
    { queued: 1 },
    { failed: 1 },
  ])
  expect(await sentEmails(world.registrar)).toEqual([])
  for (const act of ['cancel', 'resend'])
    expect((await world.registrar.post(`/api/student-emails/${email?.id}/${act}`, {})).status).toBe(404)
})

it('School Admins can’t write to someone who isn’t a student', async () => {
  expect((await write({}, world.registrar)).status).toBe(403)
})
