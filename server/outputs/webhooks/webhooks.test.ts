import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { sealAllHistory } from '#server/testing/seal-all-history.ts'
import { sendMessages } from './connections.ts'
import { queueMessages } from './commands/queue-messages.ts'
import { headersOf } from './rules.ts'

/** The school’s own system: what it received, and how it answers. */
const received: { headers: IncomingHttpHeaders; body: string }[] = []
let status = 200
let system: Server
let address: string
let services: TestServices
let world: SchoolWorld

beforeAll(async () => {
  system = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => system.listen(0, '127.0.0.1', done))
  const bound = system.address()
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/hook`
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
})
afterAll(async () => {
  await services.close()
  system.close()
})
beforeEach(async () => {
  await services.owner.updateTable('webhooks').set({ is_on: false }).execute()
  await services.owner.deleteFrom('webhook_deliveries').execute()
  world = await buildSchoolWorld(services)
  await confirmAdmin({ services, adminId: world.adminId })
  received.length = 0
  status = 200
})

const path = () => `/api/schools/${world.schoolId}/webhooks`
const create = async (more: object = {}) =>
  (await world.admin.post(path(), { address, events: ['coverage_status.changed'], ...more })).body.data
const student = (place: SchoolWorld = world) =>
  buildStudentPeriod(services.owner, {
    school_id: place.schoolId,
    period_id: place.periodId,
    medical_status: 'waiver_submitted',
    dental_status: 'not_started',
  })
/** An admin gives a student other statuses. */
const change = async (id: number, statuses: object, by: SchoolWorld = world) => {
  const { status: answered } = await by.admin.put(`/api/student-periods/${id}`, {
    ...statuses,
    override_reason: 'On the phone',
  })
  expect(answered).toBe(200)
}
const send = async () => {
  await sealAllHistory(services)
  return sendMessages(services.services)
}
const bodies = () => received.map(({ body }) => JSON.parse(body))
const deliveries = async (id: number) => (await world.admin.get(`${path()}/${id}/deliveries`)).body.data
const later = async <T>(seconds: number, act: () => Promise<T>): Promise<T> => {
  services.clock.advance(seconds)
  try {
    return await act()
  } finally {
    services.clock.advance(-seconds)
  }
}

/** Sends what is due now, and at the end of each pause between two tries. */
const sendAtEachPause = async (): Promise<void> => {
  let passed = 0
  for (const minutes of [0, 1, 5, 30, 120, 480, 1440]) {
    passed += minutes * 60
    await later(passed, send)
  }
}

describe('a webhook', () => {
  it('is told of a status change once, signed, without personal data', async () => {
    const { id, secret } = await create()
    const record = await student()
    await change(record.id, { medical_status: 'waived' })
    await send()
    await send()
    expect(bodies()).toEqual([
      {
        type: 'coverage_status.changed',
        timestamp: '2026-11-20T15:00:00.000Z',
        data: {
          items: [
            {
              at: '2026-11-20T15:00:00.000Z',
              student_id: record.student_id,
              student_period_id: record.id,
              coverage_type: 'medical',
              from: 'waiver_submitted',
              to: 'waived',
            },
          ],
        },
      },
    ])
    const [message] = received
    const at = Math.floor(Date.parse('2026-11-20T15:00:00.000Z') / 1000)
    const messageId = String(message?.headers['webhook-id'])
    expect(message?.headers).toMatchObject(
      headersOf(secret, { id: messageId, at, body: message?.body ?? '' }),
    )
    expect(await deliveries(id)).toMatchObject([
      { state: 'delivered', attempts: 1, items: 1, response_status: 200 },
    ])
  })

  it('gets the changes of one call in messages of up to 100', async () => {
    await create()
    const ids: number[] = []
    for (let each = 0; each < 120; each += 1) ids.push((await student()).id)
    const { status: answered } = await world.admin.post(
      '/api/student-periods/bulk-operations/update-coverage-statuses',
      { ids, medical_status: 'waived', override_reason: 'All of them' },
    )
    expect(answered).toBe(200)
    await send()
    const items = bodies().map(({ data }) => data.items)
    expect(items.map(({ length }: { length: number }) => length).sort()).toEqual([100, 20])
    const told = items.flat().map((item: { student_period_id: number }) => item.student_period_id)
    expect(told.toSorted((one: number, other: number) => one - other)).toEqual(ids)
  })

  it('isn’t told of other schools, other events, or what happened before it was added or while it was off', async () => {
    const record = await student()
    await change(record.id, { medical_status: 'waived' })
    const { id, version } = await create()
    const other = await buildSchoolWorld(services)
    await change((await student(other)).id, { medical_status: 'waived' }, other)
    await world.admin.put(`/api/student-periods/${record.id}`, { program: 'Nursing' })
    const settings = { address, events: ['coverage_status.changed'] }
    const off = await world.admin.put(`${path()}/${id}`, { ...settings, is_on: false, version })
    expect(off.status).toBe(200)
    // what was written while it was off isn't told, even if an older transaction is still open
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const old = services.owner.transaction().execute(async (db) => {
      await sql`select pg_current_xact_id()`.execute(db)
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    await change(record.id, { medical_status: 'enrolled' })
    await world.admin.put(`${path()}/${id}`, { ...settings, is_on: true, version: version + 1 })
    ended.resolve()
    await old
    await send()
    expect(bodies()).toEqual([])
    await change(record.id, { medical_status: 'waived' })
    await send()
    expect(bodies()).toMatchObject([{ data: { items: [{ from: 'enrolled', to: 'waived' }] } }])
  })

  it('isn’t told of a change that hasn’t been committed, but of it afterwards, and of a later one before', async () => {
    await create()
    const [slow, quick] = [await student(), await student()]
    const committed = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const writing = services.owner.transaction().execute(async (db) => {
      await db
        .insertInto('changes')
        .values({ at: '2026-11-20T15:00:00.000Z', cause: 'system', kind: 'coverage_status_changed' })
        .execute()
      begun.resolve()
      await committed.promise
    })
    await begun.promise
    await change(quick.id, { medical_status: 'waived' })
    expect(await queueMessages(services.services)).toBe(0)
    committed.resolve()
    await writing
    await change(slow.id, { medical_status: 'waived' })
    await send()
    const told = bodies().flatMap(({ data }) =>
      data.items.map((item: { student_period_id: number }) => item.student_period_id),
    )
    expect(told.toSorted((one, other) => one - other)).toEqual([slow.id, quick.id].toSorted((a, b) => a - b))
  })

  it('is told although what another webhook is told can’t be saved', async () => {
    const [stuck, quick] = [await create(), await create()]
    const record = await student()
    await change(record.id, { medical_status: 'waived' })
    const when = `new.webhook_id = ${stuck.id}`
    const end = await refuseWrites(services, { table: 'webhook_deliveries', write: 'insert', when })
    await send()
    await end()
    expect(await deliveries(quick.id)).toMatchObject([{ state: 'delivered' }])
    await send()
    expect(await deliveries(stuck.id)).toMatchObject([{ state: 'delivered' }])
  })

  it('is told once by two processes that look at once', async () => {
    const { id } = await create()
    const record = await student()
    await change(record.id, { medical_status: 'waived' })
    await Promise.all(Array.from({ length: 4 }, () => send()))
    await send()
    expect(received).toHaveLength(1)
    expect(await deliveries(id)).toHaveLength(1)
  })

  it('is tried again with growing pauses and the same ID, then fails, and can be sent again', async () => {
    const { id } = await create()
    await change((await student()).id, { medical_status: 'waived' })
    status = 503
    await send()
    expect(await deliveries(id)).toMatchObject([
      {
        state: 'queued',
        attempts: 1,
        response_status: 503,
        error: 'The system responded with status 503.',
        next_try_at: '2026-11-20T15:01:00.000Z',
      },
    ])
    await send()
    expect(received).toHaveLength(1)
    await sendAtEachPause()
    expect(received).toHaveLength(7)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [failed] = await deliveries(id)
    expect(failed).toMatchObject({ state: 'failed', attempts: 7, next_try_at: null })
    expect((await world.admin.get(path())).body.data).toMatchObject([{ id, failed: 1, waiting: 0 }])
    status = 204
    const again = await world.admin.post(`${path()}/${id}/deliveries/${failed.id}/resend`, {})
    expect([again.status, again.body.data.state]).toEqual([202, 'queued'])
    const twice = await world.admin.post(`${path()}/${id}/deliveries/${failed.id}/resend`, {})
    expect(twice.status).toBe(409)
    await send()
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered' }])
  })

  it('fails after 7 tries like any other if its secret can’t be read, and nothing is sent', async () => {
    const { id } = await create()
    const saved = services.owner.updateTable('webhooks').where('id', '=', id)
    const { secret_cipher } = await services.owner
      .selectFrom('webhooks')
      .select('secret_cipher')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await saved.set({ secret_cipher: Buffer.alloc(64) }).execute()
    await change((await student()).id, { medical_status: 'waived' })
    await sendAtEachPause()
    expect(received).toEqual([])
    const [failed] = await deliveries(id)
    expect(failed).toMatchObject({
      state: 'failed',
      attempts: 7,
      next_try_at: null,
      error: 'Shipmate can’t read the webhook’s secret. Remove the webhook and add it again.',
    })
    await saved.set({ secret_cipher }).execute()
    await world.admin.post(`${path()}/${id}/deliveries/${failed.id}/resend`, {})
    await send()
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered' }])
  })

  it('gets no more than 7 tries although no answer can be noted', async () => {
    const { id } = await create()
    await change((await student()).id, { medical_status: 'waived' })
    const end = await refuseWrites(services, {
      table: 'webhook_deliveries',
      write: 'update',
      when: 'new.response_status is not null',
    })
    for (let nth = 1; nth <= 9; nth += 1) await later(nth * 1441 * 60, send)
    await end()
    expect(received).toHaveLength(7)
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', next_try_at: null }])
  })

  it('gets a test message', async () => {
    const { id } = await create()
    expect((await world.admin.post(`${path()}/${id}/test`, {})).status).toBe(202)
    await send()
    expect(bodies()).toMatchObject([{ type: 'test', data: { items: [] } }])
  })

  it('is removed with the messages that wait', async () => {
    const { id } = await create()
    await change((await student()).id, { medical_status: 'waived' })
    await sealAllHistory(services)
    expect(await queueMessages(services.services)).toBe(1)
    expect((await world.admin.delete(`${path()}/${id}`)).status).toBe(204)
    expect((await world.admin.delete(`${path()}/${id}`)).status).toBe(404)
    await send()
    expect(received).toEqual([])
    const history = (await world.admin.get(`/api/schools/${world.schoolId}/history`)).body.data
    expect(history.slice(0, 2)).toMatchObject([
      { changes: [{ field: 'webhook', after: null }] },
      { changes: [{ field: 'webhook', before: null, after: `${address}: coverage_status.changed` }] },
    ])
  })

  it.each([
    ['http', { address: 'http://hooks.example.edu' }, 'address'],
    ['no address', { address: 'hooks' }, 'address'],
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['student.removed'] }, 'events.0'],
  ])('with %s is refused', async (_what, more, field) => {
    const settings = { address, events: ['coverage_status.changed'], ...more }
    const { status: answered, body } = await world.admin.post(path(), settings)
    expect([answered, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('at a private address is never called', async () => {
    const { id } = await create({ address: 'https://10.0.0.1/hook' })
    await world.admin.post(`${path()}/${id}/test`, {})
    await send()
    expect(await deliveries(id)).toMatchObject([
      { state: 'queued', error: 'The address isn’t public or doesn’t use https.' },
    ])
  })

  it('of another school isn’t found, and an old version doesn’t overwrite', async () => {
    const { id } = await create()
    const other = await buildSchoolWorld(services)
    const foreign = await world.admin.post(`/api/schools/${other.schoolId}/webhooks/${id}/test`, {})
    expect(foreign.status).toBe(404)
    const settings = { address, events: ['form_submission.received'], is_on: true }
    expect((await world.admin.put(`${path()}/${id}`, { ...settings, version: 1 })).status).toBe(200)
    const stale = await world.admin.put(`${path()}/${id}`, { ...settings, version: 1 })
    expect([stale.status, stale.body.data.version]).toEqual([409, 2])
  })
})
