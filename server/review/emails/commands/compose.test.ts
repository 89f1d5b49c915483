import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { leastBlocking } from '#server/testing/event-loop.ts'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { deliverDue } from '#server/mail/email-delivery/connections/deliver.ts'

let services: TestServices
let world: SchoolWorld
let mail: MailServer
beforeAll(async () => {
  services = await startTestServices({ EMAIL_RATE: '5000' })
  mail = await startMailServer()
})
afterAll(async () => {
  await mail.close()
  await services.close()
})
let ana: number
let ben: number
let cal: number
let dee: number
beforeEach(async () => {
  mail.received.splice(0)
  mail.behavior = {}
  await services.owner.deleteFrom('emails').execute()
  await services.owner.deleteFrom('suppressed_addresses').execute()
  world = await buildSchoolWorld(services)
  ana = await add('Ana', { program: 'Nursing', medical_status: 'waived' })
  ben = await add('Ben', { program: null }, { university_email: null, personal_email: 'ben@home.example' })
  cal = await add('Cal', { program: 'Law' }, { university_email: null, personal_email: null })
  dee = await add('Dee', { program: 'Law' })
})

const add = async (first_name: string, more = {}, student = {}): Promise<number> =>
  (
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      ...more,
      student: { first_name, university_email: `${first_name.toLowerCase()}@campus.example`, ...student },
    })
  ).id
const everyone = () => ({ selection: { period_id: world.periodId } })
const text = {
  subject: 'News for {{student.first_name}}',
  body: '<p>Dear {{student.first_name}}, you study {{student_period.program}}.</p>',
}
const compose = (body: object, who = world.registrar) => who.post('/api/student-emails', body)
const preview = async (body: object = { ...everyone(), ...text }) => {
  const answer = await compose({ ...body, dry_run: true })
  expect(answer.status).toBe(202)
  return answer.body.data
}
const stored = () => services.owner.selectFrom('emails').selectAll().orderBy('id').execute()
const deliver = async () => {
  await deliverDue({
    ...services.services,
    settings: { ...services.services.settings, smtpUrl: mail.url, emailFrom: 'insurance@mail.example' },
  })
}
const block = (address: string) =>
  world.admin.post('/api/suppressed-addresses', { address, reason: 'Asked us not to write.' })

describe('a preview', () => {
  it('counts who gets the email, and names everyone about whom there is a warning', async () => {
    await block('dee@campus.example')
    expect(await preview()).toMatchObject({
      matched: 4,
      changed: 2,
      no_address: { total: 1, students: [{ id: cal, name: expect.stringContaining('Cal') }] },
      suppressed: { total: 1, students: [{ id: dee }] },
      empty_fields: [{ field: 'student_period.program', total: 1, students: [{ id: ben }] }],
      empty_total: 1,
      batch_id: null,
    })
    expect(await stored()).toEqual([])
  })

  it('shows the email as each student gets it, page by page', async () => {
    const { previews } = await preview()
    expect(previews.map(({ to, subject }: { to: string; subject: string }) => [to, subject])).toEqual([
      ['ana@campus.example', 'News for Ana'],
      ['ben@home.example', 'News for Ben'],
      ['dee@campus.example', 'News for Dee'],
    ])
    expect(previews[0].html).toContain('Dear Ana, you study Nursing.')
    expect(previews[0].html).toContain('<!doctype html>')
    expect(previews.map(({ empty_fields: fields }: { empty_fields: string[] }) => fields.length)).toEqual([
      0, 1, 0,
    ])
    const next = await preview({ ...everyone(), ...text, preview_from: 2 })
    expect(next.previews.map(({ id }: { id: number }) => id)).toEqual([dee])
  })

  it('leaves out students with an empty field if asked', async () => {
    const found = await preview({ ...everyone(), ...text, leave_out_empty: true })
    expect(found).toMatchObject({ matched: 4, changed: 2, empty_total: 1 })
    expect(found.previews.map(({ id }: { id: number }) => id)).toEqual([ana, dee])
  })

  it('shows values as text, whatever they contain', async () => {
    await services.owner
      .updateTable('students')
      .set({ first_name: '<img src=x onerror=alert(1)>{{student.last_name}}' })
      .where('university_email', '=', 'ana@campus.example')
      .execute()
    const { previews } = await preview()
    expect(previews[0].html).toContain('&lt;img src=x onerror=alert(1)&gt;{{student.last_name}}')
  })
})

describe('a composed email', () => {
  it('isn’t sent with more empty fields than the preview said', async () => {
    const ask = { ids: [ana, dee], ...text }
    const { matched, changed, empty_total } = await preview(ask)
    expect([matched, changed, empty_total]).toEqual([2, 2, 0])
    // a colleague clears the program meanwhile
    await services.owner.updateTable('student_periods').set({ program: null }).where('id', '=', ana).execute()
    const stale = await compose({ ...ask, expected: { matched, changed, empty_total } })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
    expect(stale.body.data).toMatchObject({ changed: 2, empty_total: 1 })
    expect(await stored()).toEqual([])
    const sent = await compose({ ...ask, expected: { matched, changed, empty_total: 1 } })
    expect(sent.status).toBe(202)
  })

  it('is queued for each student who has an address, with history, and sent', async () => {
    const answer = await compose({ ...everyone(), ...text, expected: { matched: 4, changed: 3 } })
    expect([answer.status, answer.body.data]).toEqual([
      202,
      expect.objectContaining({ matched: 4, changed: 3, batch_id: expect.any(Number), previews: [] }),
    ])
    const emails = await stored()
    expect(
      emails.map(({ kind, to_address, state, sender_id, student_period_id, change_id }) => [
        kind,
        to_address,
        state,
        sender_id,
        student_period_id,
        change_id,
      ]),
    ).toEqual(
      [
        [ana, 'ana@campus.example'],
        [ben, 'ben@home.example'],
        [dee, 'dee@campus.example'],
      ].map(([id, to]) => ['message', to, 'queued', world.registrarId, id, answer.body.data.batch_id]),
    )
    await deliver()
    expect(mail.received.map(({ email }) => email.subject).toSorted()).toEqual([
      'News for Ana',
      'News for Ben',
      'News for Dee',
    ])
    expect(mail.received.find(({ to }) => to[0] === 'ana@campus.example')?.email.text).toContain(
      'Dear Ana, you study Nursing.',
    )
    const history = await world.registrar.get(`/api/student-history-entries?student_period_id=${ana}`)
    expect(history.body.data[0]).toMatchObject({
      kind: 'email_queued',
      cause: 'bulk',
      changes: [{ field: 'subject', before: null, after: 'News for Ana' }],
    })
  })

  it('waits until its time', async () => {
    const at = new Date(services.clock.now().getTime() + 3_600_000).toISOString()
    await compose({ ids: [ana], ...text, send_at: at })
    expect(await stored()).toMatchObject([{ state: 'queued', send_at: at }])
    await deliver()
    expect(mail.received).toEqual([])
  })

  it.each([
    [-60_000, 'Choose a time in the future.'],
    [400 * 86_400_000, 'Choose a time within the next year.'],
  ])('can’t be scheduled %i ms ahead', async (ahead, message) => {
    const at = new Date(services.clock.now().getTime() + ahead).toISOString()
    const answer = await compose({ ids: [ana], ...text, send_at: at })
    expect([answer.status, answer.body.errors]).toEqual([422, { send_at: [message] }])
  })

  it('isn’t queued if the students changed since the preview', async () => {
    const answer = await compose({ ...everyone(), ...text, expected: { matched: 4, changed: 4 } })
    expect([answer.status, answer.body.data]).toEqual([
      409,
      expect.objectContaining({ matched: 4, changed: 3 }),
    ])
    expect(await stored()).toEqual([])
  })

  it('is queued once for one idempotency key', async () => {
    const key = { 'idempotency-key': '6f0d4c52-2a83-4a0c-9e55-0d9f3c1b7a10' }
    const first = await world.registrar.post('/api/student-emails', { ids: [ana], ...text }, key)
    const second = await world.registrar.post('/api/student-emails', { ids: [ana], ...text }, key)
    expect(second.body).toEqual(first.body)
    expect(await stored()).toHaveLength(1)
  })

  it('needs someone who can get it', async () => {
    const answer = await compose({ ids: [cal], ...text })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { ids: ['None of these students can get this email.'] },
    ])
  })

  it.each([
    [{ subject: 'Only a subject' }, ['body']],
    [{ body: '<p>Only a text</p>' }, ['subject']],
    [{}, ['subject', 'body']],
    [{ ...text, template_id: 1 }, ['template_id']],
    [{ ...text, body: '<p>{{student.ssn}}</p>' }, ['body']],
    [{ ...text, subject: '{{decision.coverages}}' }, ['subject']],
    [{ ...text, body: '<script>alert(1)</script>' }, ['body']],
  ])('needs a template or a text that can be sent: %j', async (body, fields) => {
    const answer = await compose({ ids: [ana], ...body })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, fields])
  })
})

describe('a template', () => {
  const templates = async () =>
    (await world.registrar.get(`/api/student-emails/templates?school_id=${world.schoolId}`)).body.data as {
      id: number
      name: string
    }[]
  const named = async (name: string) => (await templates()).find((one) => one.name === name)?.id

  it('of the school can be chosen by its staff, except those that need an event', async () => {
    const names = (await templates()).map(({ name }) => name)
    expect(names).toContain('Waiver approved')
    expect(names).not.toContain('Link to continue a form')
    expect(names).not.toContain('Invitation')
  })

  it('is sent with what the record says, and warns about the rest', async () => {
    const found = await preview({ ...everyone(), template_id: await named('Waiver approved') })
    expect(found.previews[0].html).toContain('medical')
    expect(found.empty_fields).toMatchObject([
      { field: 'decision.coverages', label: 'Coverage decided', total: 2 },
    ])
    await compose({ ids: [ana], template_id: await named('Waiver approved') })
    expect(await stored()).toMatchObject([
      { kind: 'waiver_approved_confirmation', to_address: 'ana@campus.example' },
    ])
  })

  it('of another school can’t be sent', async () => {
    const template_id = await named('Waiver approved')
    const stranger = await buildSchoolWorld(services)
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: stranger.schoolId,
      period_id: stranger.periodId,
    })
    const foreign = await compose({ ids: [id], template_id, dry_run: true }, stranger.registrar)
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ['template_id']])
    const mixed = await compose({ ids: [id], template_id, dry_run: true }, world.admin)
    expect([mixed.status, mixed.body.errors]).toEqual([
      422,
      { template_id: ['Choose students of the template’s school only.'] },
    ])
  })
})

describe('a batch', () => {
  const send = async (): Promise<number> => (await compose({ ...everyone(), ...text })).body.data.batch_id
  const read = async (id: number) => (await world.registrar.get(`/api/email-batches/${id}`)).body.data

  it('says what became of its emails', async () => {
    const id = await send()
    expect(await read(id)).toMatchObject({
      id,
      subject: 'News for Ana',
      kind: 'message',
      sender: { id: world.registrarId },
      total: 3,
      by_state: { queued: 3 },
      kept_inside: 0,
    })
    mail.behavior.recipient = (address) =>
      address === 'ben@home.example' ? { code: 550, words: 'No such user' } : undefined
    await deliver()
    expect(await read(id)).toMatchObject({ total: 3, by_state: { sent: 2, failed: 1 } })
    const listed = await world.registrar.get(`/api/email-batches?school_id=${world.schoolId}`)
    expect(listed.body).toMatchObject({ data: [{ id, total: 3 }], meta: { total: 1 } })
  })

  it('is stopped: what waits is canceled, with history, and what was sent stays sent', async () => {
    const id = await send()
    const [first] = await stored()
    await services.owner
      .updateTable('emails')
      .set({ send_at: new Date(services.clock.now().getTime() + 3_600_000).toISOString() })
      .where('id', '<>', first?.id ?? 0)
      .execute()
    await deliver()
    const stopped = await world.registrar.post(`/api/email-batches/${id}/stop`)
    expect(stopped.body.data).toMatchObject({ canceled: 2, batch: { by_state: { sent: 1, canceled: 2 } } })
    expect((await world.registrar.post(`/api/email-batches/${id}/stop`)).body.data.canceled).toBe(0)
    await services.owner.updateTable('emails').set({ send_at: '2026-11-20T15:00:00Z' }).execute()
    await deliver()
    expect(mail.received).toHaveLength(1)
    const history = await world.registrar.get(`/api/student-history-entries?student_period_id=${dee}`)
    expect(history.body.data[0]).toMatchObject({ kind: 'email_canceled' })
  })

  it('isn’t found by staff of another school', async () => {
    const id = await send()
    const stranger = await buildSchoolWorld(services)
    expect((await stranger.registrar.get(`/api/email-batches/${id}`)).status).toBe(404)
    expect((await stranger.registrar.post(`/api/email-batches/${id}/stop`)).status).toBe(404)
    expect((await stranger.registrar.get(`/api/email-batches?school_id=${world.schoolId}`)).status).toBe(422)
    expect((await stored()).every(({ state }) => state === 'queued')).toBe(true)
  })
})

describe('a text with many merge fields', () => {
  const field = '{{student_period.program|none}} '
  const long = (fields: number) => ({
    subject: 'News',
    body: `<p>${field.repeat(fields)}${'news '.repeat(7_000)}</p>`,
  })
  const addMany = async (): Promise<void> => {
    for (let n = 0; n < 1500; n += 1) await add(`Student ${n}`)
  }

  it('is refused with its number, as a message and as a template', async () => {
    const answer = await compose({ ...everyone(), ...long(201), dry_run: true })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { body: ['This text has 201 merge fields. Use at most 200.'] },
    ])
    expect((await compose({ ...everyone(), ...long(200), dry_run: true })).status).toBe(202)
  })

  it(
    'never holds the event loop, in the preview or when it’s sent to many',
    { timeout: 120_000 },
    async () => {
      await addMany()
      const ask = { ...everyone(), ...long(200) }
      await compose({ ...ask, dry_run: true })
      expect(await leastBlocking(60, async () => () => compose({ ...ask, dry_run: true }))).toBeLessThan(60)
      let sent = 0
      const send = async (): Promise<void> => {
        sent += 1503
        expect((await compose(ask)).status).toBe(202)
      }
      expect(await leastBlocking(60, async () => send)).toBeLessThan(60)
      expect(await stored()).toHaveLength(sent)
    },
  )
})
