import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { deliverDue } from '#server/mail/email-delivery/connections/deliver.ts'

let services: TestServices
let world: SchoolWorld
let studentId: number
let studentPeriodId: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.owner.deleteFrom('emails').execute()
  world = await buildSchoolWorld(services)
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'waiver_submitted',
    student: { university_email: 'ana@campus.example' },
  })
  studentId = built.student_id
  studentPeriodId = built.id
})

const approve = async (): Promise<string> => {
  const answer = await world.admin.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
    ids: [studentPeriodId],
    medical_status: 'waived',
    send_email: true,
  })
  expect(answer.status).toBe(200)
  return String(answer.headers['x-change-id'])
}
const list = async () => (await world.registrar.get(`/api/student-emails?student_id=${studentId}`)).body.data
/** Delivers into the mailbox what’s queued, as if the delay were over. */
const deliver = async () => {
  await services.owner
    .updateTable('emails')
    .set({ send_at: services.services.clock.now().toISOString() })
    .execute()
  return deliverDue(services.services)
}
const kindsOfHistory = async () =>
  (await world.registrar.get(`/api/student-history-entries?student_id=${studentId}`)).body.data.map(
    (entry: { kind: string }) => entry.kind,
  )

describe('an email about an approved waiver', () => {
  it('waits 5 minutes and names its change and sender', async () => {
    const change = await approve()
    expect(await list()).toEqual([
      expect.objectContaining({
        kind: 'waiver_approved_confirmation',
        cause: Number(change),
        to: 'ana@campus.example',
        state: 'queued',
        via: null,
        text: expect.stringContaining('medical'),
        send_at: '2026-11-20T15:05:00.000Z',
        sender: { id: world.adminId, name: expect.any(String) },
        student_period_id: studentPeriodId,
      }),
    ])
  })

  it('is canceled by the undo of its change', async () => {
    const change = await approve()
    const { body } = await world.admin.post(`/api/changes/${change}/undo`)
    expect(body.data).toMatchObject({ reverted: 1, emails_canceled: 1, emails_sent: 0 })
    expect(await list()).toMatchObject([
      { state: 'canceled', error: 'The change that caused it was undone.' },
    ])
    expect(await deliver()).toBe(0)
  })

  it('is named as sent by an undo that comes too late', async () => {
    const change = await approve()
    await deliver()
    const { body } = await world.admin.post(`/api/changes/${change}/undo`)
    expect(body.data).toMatchObject({ reverted: 1, emails_canceled: 0, emails_sent: 1 })
    expect(await list()).toMatchObject([{ state: 'sent', via: 'mailbox' }])
  })

  it('stays queued if its record isn’t reverted', async () => {
    const change = await approve()
    await world.admin.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      ids: [studentPeriodId],
      medical_status: 'enrolled',
      override_reason: 'Asked by phone',
    })
    const { body } = await world.admin.post(`/api/changes/${change}/undo`)
    expect(body.data).toMatchObject({ reverted: 0, emails_canceled: 0 })
    expect(await list()).toMatchObject([{ state: 'queued' }])
  })
})

describe('the settings of a school', () => {
  const path = () => `/api/schools/${world.schoolId}/email-settings`
  const settings = { sender_name: null, reply_to: null, delay_minutes: 5, kinds_off: [] as string[] }

  it('are the defaults until they’re changed, with history', async () => {
    expect((await world.admin.get(path())).body.data).toEqual({ ...settings, version: 1 })
    const changed = { ...settings, sender_name: 'Lakeside Insurance Office', delay_minutes: 0 }
    const answer = await world.admin.put(path(), { ...changed, version: 1 })
    expect(answer.body.data).toEqual({ ...changed, version: 2 })
    const history = await world.admin.get(`/api/schools/${world.schoolId}/history`)
    expect(history.body.data[0].changes).toEqual([
      { field: 'email_settings.sender_name', before: null, after: 'Lakeside Insurance Office' },
      { field: 'email_settings.delay_minutes', before: 5, after: 0 },
    ])
    expect((await world.admin.put(path(), { ...settings, version: 1 })).status).toBe(409)
  })

  it.each([
    [{ delay_minutes: 61 }, 'delay_minutes'],
    [{ delay_minutes: 2.5 }, 'delay_minutes'],
    [{ reply_to: 'nobody' }, 'reply_to'],
    [{ kinds_off: ['invite'] }, 'kinds_off.0'],
  ])('refuse %j by field', async (wrong, field) => {
    const answer = await world.admin.put(path(), { ...settings, ...wrong })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })

  it('set the delay of emails queued from then on', async () => {
    await world.admin.put(path(), { ...settings, delay_minutes: 0 })
    await approve()
    expect(await list()).toMatchObject([{ send_at: '2026-11-20T15:00:00.000Z' }])
  })

  it('turn off a kind of email', async () => {
    await world.admin.put(path(), { ...settings, kinds_off: ['waiver_approved_confirmation'] })
    await approve()
    expect(await list()).toEqual([])
  })
})

describe('a confirmation sent by hand', () => {
  const send = () =>
    world.registrar.post(`/api/student-periods/${studentPeriodId}/send-waiver-approved-confirmation-email`)

  it('names the waived coverages, doesn’t wait and is in the history', async () => {
    await approve()
    const answer = await send()
    expect([answer.status, answer.body.data]).toEqual([202, { email_id: expect.any(Number) }])
    expect((await list())[0]).toMatchObject({
      id: answer.body.data.email_id,
      state: 'queued',
      send_at: '2026-11-20T15:00:00.000Z',
      sender: { id: world.registrarId },
    })
    expect(await kindsOfHistory()).toContain('email_queued')
  })

  it('needs a waived coverage', async () => {
    const answer = await send()
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { medical_status: ['No coverage of this student is waived in this policy year.'] },
    ])
    expect(await list()).toEqual([])
  })
})

describe('a queued email', () => {
  it('is canceled once, with history', async () => {
    await approve()
    const [{ id }] = await list()
    const canceled = await world.registrar.post(`/api/student-emails/${id}/cancel`)
    expect(canceled.body.data).toMatchObject({ id, state: 'canceled' })
    expect((await world.registrar.post(`/api/student-emails/${id}/cancel`)).status).toBe(409)
    expect(await kindsOfHistory()).toContain('email_canceled')
    expect(await deliver()).toBe(0)
  })

  it('can’t be sent again', async () => {
    await approve()
    const [{ id }] = await list()
    expect((await world.registrar.post(`/api/student-emails/${id}/resend`)).status).toBe(409)
    expect(await list()).toHaveLength(1)
  })
})

describe('a sent email', () => {
  beforeEach(async () => {
    await approve()
    await deliver()
  })

  it('is sent again at once, to the present address', async () => {
    await services.owner
      .updateTable('students')
      .set({ university_email: 'ana.new@campus.example' })
      .where('id', '=', studentId)
      .execute()
    const [first] = await list()
    const answer = await world.registrar.post(`/api/student-emails/${first.id}/resend`)
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      subject: first.subject,
      text: first.text,
      to: 'ana.new@campus.example',
      state: 'queued',
      resend_of: first.id,
      sender: { id: world.registrarId },
    })
    expect(await kindsOfHistory()).toContain('email_resent')
    expect(await deliverDue(services.services)).toBe(1)
  })

  it('is sent again once for one idempotency key', async () => {
    const [{ id }] = await list()
    const key = { 'idempotency-key': '6f0d4c52-2a83-4a0c-9e55-0d9f3c1b7a10' }
    const first = await world.registrar.post(`/api/student-emails/${id}/resend`, undefined, key)
    const second = await world.registrar.post(`/api/student-emails/${id}/resend`, undefined, key)
    expect(second.body).toEqual(first.body)
    expect(await list()).toHaveLength(2)
  })

  it('can’t be sent again to a student without an address', async () => {
    await services.owner
      .updateTable('students')
      .set({ university_email: null, personal_email: null })
      .where('id', '=', studentId)
      .execute()
    const [{ id }] = await list()
    const answer = await world.registrar.post(`/api/student-emails/${id}/resend`)
    expect([answer.status, answer.body.errors]).toEqual([422, { to: ['This student has no email address.'] }])
  })

  it('can’t be canceled', async () => {
    const [{ id }] = await list()
    expect((await world.registrar.post(`/api/student-emails/${id}/cancel`)).status).toBe(409)
  })
})

describe('emails of others', () => {
  it('are not found by admins of another school', async () => {
    await approve()
    const [{ id }] = await list()
    const stranger = await buildSchoolWorld(services)
    expect((await stranger.registrar.post(`/api/student-emails/${id}/cancel`)).status).toBe(404)
    expect((await stranger.registrar.get(`/api/student-emails?student_id=${studentId}`)).status).toBe(422)
    expect(await list()).toMatchObject([{ state: 'queued' }])
  })

  it('are in the mailbox of product admins, without the text of one-time links', async () => {
    await approve()
    const { email } = await services.owner.selectFrom('users').select('email').executeTakeFirstOrThrow()
    await world.admin.post('/forgot-password', { email })
    const { body } = await world.admin.get('/api/emails')
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toContain('waiver_approved_confirmation')
    expect(JSON.stringify(body)).not.toContain('/login/reset')
    expect((await world.registrar.get('/api/emails')).status).toBe(403)
  })

  it('are found in the mailbox by words, state, kind and school', async () => {
    await approve()
    const [{ id, to }] = await list()
    await services.owner
      .updateTable('emails')
      .set({ subject: 'Votre dispense Élan' })
      .where('id', '=', id)
      .execute()
    const other = await buildSchoolWorld(services)
    const found = async (query: string): Promise<number[]> => {
      const { body } = await world.admin.get(`/api/emails?${query}`)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.map((email: { id: number }) => email.id)
    }
    const name = `${to.split('@')[0].toUpperCase()} elan`
    expect(await found(`search=${encodeURIComponent(name)}`)).toEqual([id])
    expect(await found('search=elan%20nobody')).toEqual([])
    expect(await found(`school_id=${world.schoolId}&state=queued&kind=waiver_approved_confirmation`)).toEqual(
      [id],
    )
    expect(await found(`school_id=${world.schoolId}&state=open`)).toEqual([])
    expect(await found(`school_id=${world.schoolId}&kind=message`)).toEqual([])
    expect(await found(`school_id=${other.schoolId}`)).toEqual([])
    await deliver()
    expect(await found(`school_id=${world.schoolId}&state=sent&via=mailbox`)).toEqual([id])
    expect(await found(`school_id=${world.schoolId}&state=sent&via=smtp`)).toEqual([])
  })

  it('are searched with an index', async () => {
    const plan = await services.owner.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      const search = sql`shipmate_fold(to_address || ' ' || to_name || ' ' || subject) like '%elan%'`
      return sql`explain select id from emails where ${search}`.execute(db)
    })
    expect(JSON.stringify(plan.rows)).toContain('emails_search')
  })
})
