import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverDue } from '#server/mail/email-delivery/index.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { publishContactForm } from '#server/testing/status-requests.ts'
import { buildSiteStudent, siteOf, type SiteStudent } from '#server/testing/student-site.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentMessage } from './factory.ts'

let services: TestServices
let mail: MailServer
let world: SchoolWorld
let student: SiteStudent
beforeAll(async () => {
  services = await startTestServices({ EMAIL_RATE: '5000' })
  mail = await startMailServer()
})
afterAll(async () => {
  await mail.close()
  await services.close()
})
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  student = await buildSiteStudent(services, world)
  mail.received.splice(0)
  await services.owner.deleteFrom('emails').execute()
})

const written = {
  topic: 'waivers',
  name: 'Maya Thompson',
  email: 'maya@mail.example',
  message: 'Can I still send\nmy <b>waiver</b>?',
  left_empty: '',
  elapsed_seconds: 20,
}
const send = (more: object = {}, client: TestClient = createClient(services.app)): Promise<TestAnswer> =>
  client.post(`/api/public/periods/${world.periodId}/messages`, { ...written, ...more })
const deliver = () =>
  deliverDue({
    ...services.services,
    settings: { ...services.services.settings, smtpUrl: mail.url, emailFrom: 'shipmate@mail.example' },
  })
const saved = () =>
  services.owner
    .selectFrom('student_messages')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()
const list = async (query = '', client: TestClient = world.registrar) =>
  (await client.get(`/api/student-messages?period_id=${world.periodId}${query}`)).body
const history = (id: number) =>
  services.owner
    .selectFrom('history')
    .select(['kind', 'cause', 'student_id', 'changes'])
    .where('subject_type', '=', 'student_message')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
const build = (values: object = {}): Promise<number> =>
  buildStudentMessage(services.owner, { school_id: world.schoolId, period_id: world.periodId, ...values })

describe('a message', () => {
  it('goes to every recipient of the published form, whose answers go to the student', async () => {
    await publishContactForm(world, {
      recipients: [
        { key: 'a', email: 'office@university.example' },
        { key: 'b', email: 'deputy@university.example' },
      ],
    })
    const answer = await send()
    const { reference } = answer.body.data
    expect([answer.status, reference]).toEqual([201, expect.stringMatching(/^M-\w{4}-\w{4}$/)])
    await deliver()
    expect(mail.received.flatMap(({ to }) => to).sort()).toEqual([
      'deputy@university.example',
      'office@university.example',
    ])
    for (const { email } of mail.received) {
      expect(email.replyTo).toMatchObject([{ address: 'maya@mail.example' }])
      expect(email.subject).toContain(reference)
      expect(email.text).toContain('Can I still send\nmy <b>waiver</b>?')
      expect(email.html).toContain('my &lt;b&gt;waiver&lt;/b&gt;?')
    }
  })

  it('is saved with its topic, for staff, with history', async () => {
    await publishContactForm(world)
    const { reference } = (await send()).body.data
    const [row] = await saved()
    expect(row).toMatchObject({ reference, topic: 'Waivers', message: written.message, student_id: null })
    expect((await list()).data).toMatchObject([
      {
        reference,
        topic: 'Waivers',
        name: 'Maya Thompson',
        email: written.email,
        student: null,
        done_at: null,
      },
    ])
    const entries = await history(row!.id)
    expect(entries).toMatchObject([{ kind: 'message_received', cause: 'student', student_id: null }])
    expect(JSON.stringify(entries)).not.toContain('waiver')
  })

  it('stands on the student whose session a code opened, and only in the same policy year', async () => {
    await publishContactForm(world)
    await siteOf(services, world).enter(student)
    await send({}, student.client)
    expect(await saved()).toMatchObject([{ student_id: student.student_id, student_period_id: student.id }])
    const other = { ...world, periodId: await buildPeriod(services.owner, { school_id: world.schoolId }) }
    await publishContactForm(other)
    await student.client.post(`/api/public/periods/${other.periodId}/messages`, written)
    expect((await saved())[1]).toMatchObject({ student_id: null, student_period_id: null })
  })

  it('that a program filled in is left out, with the same reply', async () => {
    await publishContactForm(world)
    const good = await send()
    const bad = [await send({ left_empty: 'https://spam.example' }), await send({ elapsed_seconds: 1 })]
    for (const { status, body, text, headers } of bad) {
      expect([status, text.length, Object.keys(headers)]).toEqual([
        201,
        good.text.length,
        Object.keys(good.headers),
      ])
      expect(body.data.reference).toMatch(/^M-\w{4}-\w{4}$/)
    }
    expect(await saved()).toHaveLength(1)
  })

  it.each([
    [{ email: 'maya@mail.example, all@university.example' }, 'email'],
    [{ email: 'maya@mail.example\r\nBcc: all@university.example' }, 'email'],
    [{ message: '' }, 'message'],
    [{ message: 'x'.repeat(5001) }, 'message'],
    [{ topic: 'unknown' }, 'topic'],
    [{ left_empty: 1 }, 'left_empty'],
    [{ elapsed_seconds: -1 }, 'elapsed_seconds'],
  ])('with %o is refused at %s', async (more, field) => {
    await publishContactForm(world)
    const { status, body } = await send(more)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await saved()).toEqual([])
  })

  it('can’t forge a header by its name or topic', async () => {
    await publishContactForm(world)
    await send({ name: 'Maya\r\nBcc: victim@other.example', topic: null })
    await deliver()
    expect(mail.received.map(({ to, email }) => [to, email.bcc])).toEqual([
      [['office@university.example'], undefined],
    ])
  })

  it('can’t be sent while the form isn’t published or is off', async () => {
    expect((await send()).status).toBe(404)
    await publishContactForm(world, { is_on: false })
    expect((await send()).status).toBe(404)
  })

  it('is limited for each network, and refused from pages of other sites', async () => {
    await publishContactForm(world)
    await send()
    const counter = services.owner.updateTable('throttles').where('key', 'like', 'messages:%')
    await counter.set({ hits: 60 }).execute()
    const { status, body } = await send()
    expect([status, body.message]).toEqual([
      429,
      'Too many messages were sent from your network. Try again in 10 minutes.',
    ])
    await counter.set({ hits: 0 }).execute()
    const path = `/api/public/periods/${world.periodId}/messages`
    const foreign = await createClient(services.app).post(path, written, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
  })
})

describe('staff', () => {
  it('list the messages of a policy year by what is left to do, newest first', async () => {
    const mine = { student_id: student.student_id, student_period_id: student.id }
    const [open, unmatched, done] = [
      await build(mine),
      await build(),
      await build({ done_at: '2026-11-20T15:00:00Z' }),
    ]
    const ids = async (query: string) => (await list(query)).data.map(({ id }: { id: number }) => id)
    expect(await ids('')).toEqual([done, unmatched, open])
    expect(await ids('&queue=open')).toEqual([unmatched, open])
    expect(await ids('&queue=unmatched')).toEqual([unmatched])
    expect(await ids('&queue=done')).toEqual([done])
    expect(await list('&per_page=2&page=2')).toMatchObject({ data: [{ id: open }], meta: { total: 3 } })
  })

  it('see the messages of a student, which the access log says', async () => {
    await build()
    const own = await build({ student_id: student.student_id, student_period_id: student.id })
    const path = `/api/students/${student.student_id}/messages`
    expect((await world.registrar.get(path)).body.data).toMatchObject([
      { id: own, student: { id: student.student_id, student_period_id: student.id, sid: student.sid } },
    ])
    await services.services.accesses.flush()
    const { body } = await world.admin.get(`/api/students/${student.student_id}/accesses`)
    expect(body.data).toMatchObject([{ action: 'view', detail: 'messages' }])
  })

  it('match a message with a student of its policy year, once', async () => {
    const id = await build()
    const path = `/api/student-messages/${id}/student`
    const stranger = await buildSiteStudent(services, await buildSchoolWorld(services))
    const periodId = await buildPeriod(services.owner, { school_id: world.schoolId })
    const elsewhere = await buildSiteStudent(services, { ...world, periodId })
    for (const one of [stranger, elsewhere]) {
      const { status, body } = await world.registrar.put(path, { student_period_id: one.id, version: 1 })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['student_period_id']])
    }
    const ask = { student_period_id: student.id, version: 1 }
    const { body } = await world.registrar.put(path, ask)
    expect(body.data).toMatchObject({
      student: { id: student.student_id, name: 'Thompson, Maya' },
      version: 2,
    })
    expect((await world.registrar.put(path, ask)).status).toBe(409)
    expect((await world.registrar.put(path, { ...ask, version: 2 })).status).toBe(409)
    expect(await history(id)).toMatchObject([
      { kind: 'message_matched', cause: 'person', student_id: student.student_id },
    ])
  })

  it('mark a message as done and open it again', async () => {
    const id = await build()
    const path = `/api/student-messages/${id}/done`
    const done = await world.registrar.put(path, { is_done: true, version: 1 })
    expect(done.body.data).toMatchObject({
      done_at: services.clock.now().toISOString(),
      done_by: { id: world.registrarId },
      version: 2,
    })
    expect((await world.registrar.put(path, { is_done: false, version: 1 })).status).toBe(409)
    // what it is already changes nothing
    expect((await world.registrar.put(path, { is_done: true, version: 2 })).body.data.version).toBe(2)
    const open = await world.registrar.put(path, { is_done: false, version: 2 })
    expect(open.body.data).toMatchObject({ done_at: null, done_by: null, version: 3 })
    expect((await history(id)).map(({ kind }) => kind)).toEqual(['message_done', 'message_reopened'])
  })

  it('of another school see and change nothing', async () => {
    const id = await build()
    const { registrar } = await buildSchoolWorld(services)
    expect((await registrar.get(`/api/student-messages?period_id=${world.periodId}`)).status).toBe(422)
    const change = { is_done: true, version: 1 }
    expect((await registrar.put(`/api/student-messages/${id}/done`, change)).status).toBe(404)
  })
})

it('a message keeps an added student from being removed by an undo', async () => {
  const added = await world.registrar.post('/api/add-student-to-period', {
    period_id: world.periodId,
    sid: 'ADDED-1',
    first_name: 'Ann',
    last_name: 'Smith',
    dob: '2000-01-02',
  })
  const { id: student_period_id, student_id } = added.body.data
  await build({ student_id, student_period_id })
  const { body } = await world.registrar.post(`/api/changes/${added.headers['x-change-id']}/undo`)
  expect(body.data.left).toMatchObject([
    { subject_type: 'student', reason: 'The student has notes, documents, forms or emails.' },
  ])
})

it('messages move with a student who is merged into another, and back with an undo', async () => {
  const double = await buildSiteStudent(services, world)
  const id = await build({ student_id: double.student_id, student_period_id: double.id })
  const merged = await world.admin.post(`/api/students/${student.student_id}/merge`, {
    other_id: double.student_id,
    version: 1,
    other_version: 1,
    fields: [],
    other_period_ids: [],
  })
  expect(merged.status).toBe(200)
  expect(await saved()).toMatchObject([{ id, student_id: student.student_id, student_period_id: student.id }])
  const undone = await world.admin.post(`/api/changes/${merged.headers['x-change-id']}/undo`)
  expect(undone.status).toBe(200)
  expect(await saved()).toMatchObject([{ id, student_id: double.student_id, student_period_id: double.id }])
})
