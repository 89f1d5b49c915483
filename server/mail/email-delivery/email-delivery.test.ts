import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudent } from '#server/records/students/factory.ts'
import { deliverDue, queueEmails, type NewEmail } from './index.ts'
import { clientOf, type TestAnswer } from '#server/testing/client.ts'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { signatureOf } from './rules/event-signature.ts'

const secret = 'a secret of at least thirty-two characters'
let services: TestServices
let world: SchoolWorld
let mail: MailServer
let studentId: number
beforeAll(async () => {
  services = await startTestServices({ EMAIL_EVENTS_SECRET: secret })
  world = await buildSchoolWorld(services)
  mail = await startMailServer()
})
afterAll(async () => {
  await mail.close()
  await services.close()
})
beforeEach(async () => {
  mail.received.splice(0)
  await services.owner.deleteFrom('emails').execute()
  await services.owner.deleteFrom('suppressed_addresses').execute()
  await services.owner.deleteFrom('email_events').execute()
  await services.owner.deleteFrom('throttles').execute()
  studentId = await buildStudent(services.owner, { school_id: world.schoolId })
})

const queue = (more: Partial<NewEmail> = {}) =>
  queueEmails({ db: services.owner, clock: services.services.clock }, [
    {
      kind: 'waiver_approved_confirmation',
      to_address: 'Ana@Campus.example',
      to_name: 'Ana Lopez',
      subject: 'Your insurance waiver was approved',
      body: 'You don’t need to do anything else.',
      school_id: world.schoolId,
      student_id: studentId,
      ...more,
    },
  ])
const deliver = (smtpUrl: string | null = mail.url) =>
  deliverDue({
    ...services.services,
    settings: { ...services.services.settings, smtpUrl, emailFrom: 'insurance@mail.example' },
  })
const theEmail = () => services.owner.selectFrom('emails').selectAll().executeTakeFirstOrThrow()
const listed = async (search = '') =>
  (await world.admin.get(`/api/suppressed-addresses?search=${search}`)).body.data
const block = (address: string, reason = 'Asked us not to write.') =>
  world.admin.post('/api/suppressed-addresses', { address, reason })

describe('a blocked address', () => {
  it.each([['smtp'], ['mailbox']])('gets no email, and the email says why (%s)', async (via) => {
    await block('ana@campus.example')
    await queue()
    await queue({ to_address: 'ben@campus.example' })
    await deliver(via === 'smtp' ? mail.url : null)
    const states = await services.owner
      .selectFrom('emails')
      .select(['state', 'error'])
      .orderBy('id')
      .execute()
    expect(states).toEqual([
      {
        state: 'suppressed',
        error: 'This address is blocked. Added by staff: Asked us not to write.',
      },
      { state: 'sent', error: null },
    ])
    expect(mail.received.flatMap(({ to }) => to)).toEqual(via === 'smtp' ? ['ben@campus.example'] : [])
  })

  it('is listed in lower case, found by search, and can’t be added twice', async () => {
    const added = await block('Ana@Campus.example')
    expect([added.status, added.body.data]).toEqual([
      201,
      expect.objectContaining({
        address: 'ana@campus.example',
        source: 'added',
        reason: 'Asked us not to write.',
        added_by: { id: world.adminId, name: expect.any(String) },
      }),
    ])
    expect((await block('ANA@campus.example')).status).toBe(409)
    await block('ben@elsewhere.example')
    expect(await listed('campus')).toMatchObject([{ address: 'ana@campus.example' }])
    expect(await listed()).toHaveLength(2)
  })

  it('gets emails again once it’s removed, and the history tells both', async () => {
    const { id } = (await block('ana@campus.example')).body.data
    expect((await world.admin.delete(`/api/suppressed-addresses/${id}`)).status).toBe(204)
    expect((await world.admin.delete(`/api/suppressed-addresses/${id}`)).status).toBe(404)
    expect(await listed()).toEqual([])
    await queue()
    await deliver()
    expect(mail.received).toHaveLength(1)
    const { body } = await world.admin.get('/api/suppressed-addresses/history')
    expect(body.data.slice(0, 2)).toMatchObject([
      {
        kind: 'address_released',
        changes: [{ field: 'address', before: 'ana@campus.example', after: null }],
      },
      { kind: 'address_suppressed', reason: 'Asked us not to write.' },
    ])
  })

  it.each([
    [{ address: 'nobody', reason: 'x' }, 'address'],
    [{ address: 'ana@campus.example', reason: ' ' }, 'reason'],
  ])('needs an address and a reason: %j', async (body, field) => {
    const answer = await world.admin.post('/api/suppressed-addresses', body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })
})

interface Signing {
  readonly at?: Date
  readonly with?: string
  readonly sent?: string
}

/** Sends reports as a program would that connects the mail server’s provider. */
const report = async (events: unknown, signing: Signing = {}): Promise<TestAnswer> => {
  const body = JSON.stringify({ events })
  const timestamp = String(Math.floor((signing.at ?? services.clock.now()).getTime() / 1000))
  const response = await services.app.inject({
    method: 'POST',
    url: '/api/email-events',
    headers: {
      'content-type': 'application/json',
      'x-shipmate-timestamp': timestamp,
      'x-shipmate-signature': signatureOf(signing.with ?? secret, { timestamp, body }),
    },
    payload: signing.sent ?? body,
  })
  return {
    status: response.statusCode,
    body: response.json(),
    headers: response.headers,
    text: response.payload,
    bytes: response.rawPayload,
  }
}

describe('a report', () => {
  let messageId: string
  beforeEach(async () => {
    await queue()
    await deliver()
    messageId = (await theEmail()).message_id ?? ''
  })
  const bounce = (more = {}) => ({
    id: 'event-1',
    type: 'bounced',
    message_id: messageId,
    recipient: 'ana@campus.example',
    is_permanent: true,
    reason: '550 5.1.1\r\nNo such user',
    at: '2026-11-20T14:59:00Z',
    ...more,
  })

  it('of a permanent bounce marks the email, blocks the address and is in the student’s history', async () => {
    const answer = await report([bounce()])
    expect([answer.status, answer.body.data]).toEqual([200, { applied: 1, repeated: 0, unknown: 0 }])
    expect(await theEmail()).toMatchObject({ state: 'bounced', error: '550 5.1.1 No such user' })
    expect(await listed()).toMatchObject([
      { address: 'ana@campus.example', source: 'bounced', reason: '550 5.1.1 No such user', added_by: null },
    ])
    const { body } = await world.registrar.get(`/api/student-history-entries?student_id=${studentId}`)
    expect(body.data[0]).toMatchObject({
      kind: 'email_bounced',
      cause: 'system',
      actor: null,
      reason: '550 5.1.1 No such user',
      changes: [{ field: 'state', before: 'sent', after: 'bounced' }],
    })
  })

  it('of a full mailbox blocks nothing', async () => {
    await report([bounce({ is_permanent: false, reason: null })])
    expect(await theEmail()).toMatchObject({
      state: 'bounced',
      error: 'The mail server returned this email.',
    })
    expect(await listed()).toEqual([])
  })

  it('of spam leaves the email sent and blocks the address', async () => {
    await report([bounce({ type: 'complained', reason: 'abuse' })])
    expect(await theEmail()).toMatchObject({
      state: 'sent',
      error: 'The recipient reported this email as spam.',
    })
    expect(await listed()).toMatchObject([{ source: 'complained' }])
  })

  it('changes nothing when it’s repeated, at once or later', async () => {
    const answers = await Promise.all([report([bounce()]), report([bounce()])])
    expect(answers.map(({ body }) => body.data.applied).toSorted()).toEqual([0, 1])
    const [{ id }] = await listed()
    await world.admin.delete(`/api/suppressed-addresses/${id}`)
    expect((await report([bounce()])).body.data).toEqual({ applied: 0, repeated: 1, unknown: 0 })
    expect(await listed()).toEqual([])
  })

  it('finds its email without angle brackets, and ignores emails of others', async () => {
    const answer = await report([
      bounce({ message_id: messageId.slice(1, -1) }),
      bounce({ id: 'event-2', message_id: '<elsewhere@other.example>' }),
    ])
    expect(answer.body.data).toEqual({ applied: 1, repeated: 0, unknown: 1 })
  })

  it.each<[string, () => Signing, number]>([
    ['another secret', () => ({ with: 'x'.repeat(40) }), 401],
    ['another body', () => ({ sent: '{"events":[]}' }), 401],
    ['a time six minutes ago', () => ({ at: new Date(services.clock.now().getTime() - 360_000) }), 401],
    ['a time in six minutes', () => ({ at: new Date(services.clock.now().getTime() + 360_000) }), 401],
    ['a time four minutes ago', () => ({ at: new Date(services.clock.now().getTime() - 240_000) }), 200],
  ])('signed with %s', async (_, signing, status) => {
    expect((await report([bounce()], signing())).status).toBe(status)
    expect((await theEmail()).state).toBe(status === 200 ? 'bounced' : 'sent')
  })

  it.each([
    [[], 'events'],
    [[{ type: 'bounced' }], 'events.0.id'],
    [
      Array.from({ length: 101 }, (_, index) => ({ id: `e-${index}`, type: 'bounced', message_id: 'x' })),
      'events',
    ],
  ])('that can’t be read is refused by field', async (events, field) => {
    const answer = await report(events)
    expect([answer.status, Object.keys(answer.body.errors)]).toContainEqual(422)
    expect(Object.keys(answer.body.errors)).toContain(field)
  })

  it('too large is refused', async () => {
    expect((await report([bounce({ reason: 'x'.repeat(300_000) })])).status).toBe(413)
  })

  it('isn’t received without a secret', async () => {
    const other = await startTestServices()
    try {
      const answer = await other.app.inject({ method: 'POST', url: '/api/email-events', payload: {} })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    } finally {
      await other.close()
    }
  })
})

describe('the delivery report', () => {
  it('counts by day and school, and what waits', async () => {
    await queue()
    await queue({ to_address: 'gone@campus.example' })
    mail.behavior.recipient = (address) =>
      address === 'gone@campus.example' ? { code: 550, words: 'No such user' } : undefined
    await deliver()
    mail.behavior = {}
    await queue({ school_id: null, student_id: null, kind: 'password_changed' })
    await deliver(null)
    await queue()
    await block('x@campus.example')
    const { body } = await world.admin.get('/api/email-delivery')
    const { name } = await services.owner
      .selectFrom('schools')
      .select('name')
      .where('id', '=', world.schoolId)
      .executeTakeFirstOrThrow()
    const figures = { sent: 1, kept_inside: 1, failed: 1, bounced: 0 }
    expect(body.data).toMatchObject({
      mail_server: null,
      receives_events: true,
      waiting: { due: 1, later: 0, oldest_due_at: services.clock.now().toISOString(), uncertain: 0 },
      suppressed_addresses: 1,
      totals: figures,
      days: [{ day: '2026-11-20', ...figures }],
      schools: [
        { id: world.schoolId, name, sent: 1, kept_inside: 0, failed: 1, bounced: 0 },
        { id: null, name: null, sent: 0, kept_inside: 1, failed: 0, bounced: 0 },
      ],
    })
  })
})

describe('a connection test', () => {
  const testWith = async (url: string | null, more: Record<string, string> = {}) => {
    const other = await startTestServices(
      url === null ? {} : { SMTP_URL: url, EMAIL_FROM: 'insurance@mail.example', ...more },
    )
    try {
      const { admin } = await buildSchoolWorld(other)
      const answer = await admin.post('/api/email-delivery/test-connection')
      const report = await admin.get('/api/email-delivery')
      return { answer, setup: report.body.data.mail_server }
    } finally {
      await other.close()
    }
  }

  it('says that the mail server responds, without sending anything', async () => {
    const { answer, setup } = await testWith(mail.url)
    expect(answer.body.data).toMatchObject({
      is_ok: true,
      steps: [
        { step: 'connect', outcome: 'ok', words: null },
        { step: 'tls', outcome: 'skipped', words: expect.stringContaining('doesn’t offer TLS') },
        { step: 'login', outcome: 'skipped', words: 'No login is set up.' },
      ],
    })
    expect(mail.received).toEqual([])
    expect(setup).toEqual({
      host: '127.0.0.1',
      port: Number(new URL(mail.url).port),
      is_tls: false,
      has_login: false,
    })
  })

  it('shows the mail server’s words about a wrong password, and never the password', async () => {
    const { answer, setup } = await testWith(mail.url.replace('//', '//shipmate:hunter2@'))
    expect(answer.body.data).toMatchObject({
      is_ok: false,
      steps: [{ outcome: 'ok' }, {}, { outcome: 'failed', words: '535 Wrong password' }],
    })
    expect(answer.text + JSON.stringify(setup)).not.toContain('hunter2')
  })

  it('says why it couldn’t connect', async () => {
    const down = await startMailServer()
    await down.close()
    const { answer } = await testWith(down.url)
    expect(answer.body.data.steps[0]).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('needs a mail server', async () => {
    const { answer } = await testWith(null)
    expect(answer.body.data).toMatchObject({
      is_ok: false,
      steps: [{ outcome: 'skipped', words: 'No mail server is set up.' }, {}, {}],
    })
  })

  it('is limited to 20 a minute', async () => {
    const admin = await clientOf(services, world.adminId)
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1)
      statuses.push((await admin.post('/api/email-delivery/test-connection')).status)
    expect(statuses.slice(-2)).toEqual([200, 429])
  })
})
