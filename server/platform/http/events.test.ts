import { EventEmitter, on, once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  formsChanged,
  formsChangedEvent,
  recordChanged,
  recordChangedEvent,
  rowsChanged,
  rowsChangedEvent,
  type FormsChanged,
  type RecordChanged,
  type RowsChanged,
} from '#contract/platform/live/shapes.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import type { TestClient } from '#server/testing/client.ts'
import { publishForm, sendForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { channel } from '#server/platform/live/announce.ts'
import { recheckAfter } from './events.ts'

let services: TestServices
let ours: SchoolWorld
let theirs: SchoolWorld
let base: string
beforeAll(async () => {
  services = await startTestServices()
  await services.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(services.app.server.address() as AddressInfo).port}`
  ours = await buildSchoolWorld(services)
  theirs = await buildSchoolWorld(services)
  await untilListening()
})
afterAll(async () => {
  // the client of these tests keeps idle connections open
  services.app.server.closeAllConnections()
  await services.close()
})

/** Resolves when the server listens for changes; earlier announcements are lost. */
const untilListening = async (): Promise<void> => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and query like 'listen %' and state = 'idle'`.execute(services.owner)
  if (rows.length === 0) await untilListening()
}

/**
 * Reads a stream as it arrives. `next` returns its events one by one; `ended` resolves when the server ends it.
 */
const open = async (client: TestClient) => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const stop = new AbortController()
  const answer = await fetch(`${base}/api/events`, { headers: { cookie }, signal: stop.signal })
  const events = new EventEmitter()
  const [heard, records, forms] = [on(events, 'heard'), on(events, 'record'), on(events, 'forms')]
  const signs = on(events, 'sign')
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block === ': here') events.emit('sign', block)
        const data = (): unknown => JSON.parse(block.slice(block.indexOf('data: ') + 6))
        if (block.startsWith(`event: ${rowsChangedEvent}`)) events.emit('heard', rowsChanged.parse(data()))
        if (block.startsWith(`event: ${recordChangedEvent}`))
          events.emit('record', recordChanged.parse(data()))
        if (block.startsWith(`event: ${formsChangedEvent}`)) events.emit('forms', formsChanged.parse(data()))
      }
    }
  }
  const ended = (answer.status === 200 ? read().catch(() => undefined) : Promise.resolve()).then(
    () => 'ended',
  )
  const nextSign = async (): Promise<unknown> => (await signs.next()).value?.[0]
  const next = async (): Promise<RowsChanged | undefined> => (await heard.next()).value?.[0]
  const nextRecord = async (): Promise<RecordChanged | undefined> => (await records.next()).value?.[0]
  const nextForms = async (): Promise<FormsChanged | undefined> => (await forms.next()).value?.[0]
  return { status: answer.status, next, nextSign, nextRecord, nextForms, ended, stop: () => stop.abort() }
}

/** Opens a stream and reads nothing until `readUntil`, which returns whether a text arrived or the stream was closed. */
const openUnread = async (client: TestClient) => {
  const { hostname, port } = new URL(base)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = connect(Number(port), hostname)
  socket.write(`GET /api/events HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`)
  const [head] = await once(socket, 'data')
  socket.pause()
  expect(String(head)).toContain('200 OK')
  const readUntil = (wanted: string): Promise<'arrived' | 'closed'> =>
    new Promise((resolve) => {
      let end = ''
      socket.on('data', (part: Buffer) => {
        end = end.slice(-1000) + part.toString()
        if (!end.includes(wanted)) return
        socket.destroy()
        resolve('arrived')
      })
      for (const closed of ['close', 'error'] as const) socket.on(closed, () => resolve('closed'))
      socket.resume()
    })
  return { readUntil }
}

const move = async (world: SchoolWorld): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'waiver_submitted',
  })
  const answer = await world.admin.put(`/api/student-periods/${id}`, { medical_status: 'waived' })
  expect(answer.status).toBe(200)
  return id
}

describe('/api/events', () => {
  it('sends changed rows only to users who can access them', async () => {
    const [registrar, stranger, admin] = [
      await open(ours.registrar),
      await open(theirs.registrar),
      await open(ours.admin),
    ]
    const id = await move(ours)
    const expected = { period_id: ours.periodId, ids: [id], by: ours.adminId }
    expect([await registrar.next(), await admin.next()]).toEqual([expected, expected])
    const other = await move(theirs)
    expect(await stranger.next()).toEqual({ period_id: theirs.periodId, ids: [other], by: theirs.adminId })
    // events arrive in order: the registrar's next event is the next change in their own school
    const last = await move(ours)
    expect(await registrar.next()).toEqual({ ...expected, ids: [last] })
    for (const stream of [registrar, stranger, admin]) stream.stop()
  })

  it('sends changed setup with its policy year, but without its content', async () => {
    const [registrar, stranger] = [await open(ours.registrar), await open(theirs.registrar)]
    const change = async (world: SchoolWorld): Promise<void> => {
      const answer = await world.admin.put(`/api/periods/${world.periodId}/faqs`, { intro: '', items: [] })
      expect(answer.status).toBe(200)
    }
    await change(ours)
    expect(await registrar.nextRecord()).toEqual({ record: 'period', id: ours.periodId, by: ours.adminId })
    await change(theirs)
    // events arrive in order: the stranger's first event is from their own school
    expect(await stranger.nextRecord()).toEqual({ record: 'period', id: theirs.periodId, by: theirs.adminId })
    for (const stream of [registrar, stranger]) stream.stop()
  })

  it('sends a changed school to its users, and records of no school to product admins only', async () => {
    const [admin, registrar] = [await open(ours.admin), await open(ours.registrar)]
    const company = { name: 'Cascade Mutual', aliases: [] }
    const added = await ours.admin.post('/api/insurance-companies/create', company)
    expect([added.status, added.body.errors]).toEqual([201, undefined])
    const { id } = added.body.data
    const [template] = (await ours.admin.get('/api/global-email-templates')).body.data
    const { subject, html, text, translations, version } = template
    const changed = { subject: `${subject}!`, html, text, translations, version }
    const by = ours.adminId
    const answer = await ours.admin.put(`/api/global-email-templates/${template.id}`, changed)
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
    const settings = { sender_name: 'Student Insurance', reply_to: null, delay_minutes: 5, kinds_off: [] }
    const saved = await ours.admin.put(`/api/schools/${ours.schoolId}/email-settings`, settings)
    expect(saved.status).toBe(200)
    const ofSchool = { record: 'school', id: ours.schoolId, by }
    // changes are announced over several connections, in any order
    const told = [await admin.nextRecord(), await admin.nextRecord(), await admin.nextRecord()]
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        { record: 'insurance_company', id, by },
        { record: 'email_template', id: template.id, by },
        ofSchool,
      ]),
    )
    // all three are out: had the registrar got the others, they'd come before the next one
    const again = { ...settings, delay_minutes: 10, version: saved.body.data.version }
    expect((await ours.admin.put(`/api/schools/${ours.schoolId}/email-settings`, again)).status).toBe(200)
    expect([await registrar.nextRecord(), await registrar.nextRecord()]).toEqual([ofSchool, ofSchool])
    for (const stream of [admin, registrar]) stream.stop()
  })

  it('sends forms that arrived, were seen or claimed, to users with access to the school', async () => {
    const [admin, stranger] = [await open(ours.admin), await open(theirs.registrar)]
    const arrive = async (world: SchoolWorld): Promise<number> => {
      await publishForm(world)
      return (await sendForm({ services, world })).id
    }
    const id = await arrive(ours)
    const of = { period_id: ours.periodId, ids: [id] }
    expect(await admin.nextForms()).toEqual({ ...of, by: null })
    await ours.admin.post(`/api/student-form-submissions/${id}/seen`)
    expect(await admin.nextForms()).toEqual({ ...of, by: ours.adminId })
    // neither is a second view or a renewed claim a change
    await ours.admin.post(`/api/student-form-submissions/${id}/seen`)
    await ours.admin.post(`/api/student-form-submissions/${id}/claim`, {})
    expect(await admin.nextForms()).toEqual({ ...of, by: ours.adminId })
    await ours.admin.post(`/api/student-form-submissions/${id}/claim`, {})
    await ours.admin.delete(`/api/student-form-submissions/${id}/claim`)
    expect(await admin.nextForms()).toEqual({ ...of, by: ours.adminId })
    const other = await arrive(theirs)
    const theirForm = { period_id: theirs.periodId, ids: [other], by: null }
    expect([await admin.nextForms(), await stranger.nextForms()]).toEqual([theirForm, theirForm])
    for (const stream of [admin, stranger]) stream.stop()
  })

  it('is closed to guests, and ends within 5 seconds of its session', async () => {
    expect((await fetch(`${base}/api/events`)).status).toBe(401)
    const stream = await open(theirs.registrar)
    await theirs.registrar.post('/logout')
    expect(await stream.ended).toBe('ended')
    expect(recheckAfter).toBeLessThan(5000)
  })

  it('asks the database once for all open streams, whether their sessions go on', async () => {
    const world = await buildSchoolWorld(services)
    const clients = [world.admin, world.registrar, ours.admin, ours.registrar]
    const streams = await Promise.all(clients.map(open))
    let queries = 0
    const count = (): void => void (queries += 1)
    services.services.pool.on('acquire', count)
    await Promise.all(streams.map((stream) => stream.nextSign()))
    services.services.pool.off('acquire', count)
    expect(queries).toBeLessThanOrEqual(1)
    for (const stream of streams) stream.stop()
  })

  it('is closed if its reader doesn’t read, and others get all events', async () => {
    const quick = await open(ours.registrar)
    const slow = await openUnread(ours.registrar)
    const [batch, many] = [100, 4000]
    for (let from = 0; from < many; from += batch) {
      await sql`select pg_notify(${channel}, json_build_object('event', ${rowsChangedEvent}::text,
          'school_id', ${ours.schoolId}::int, 'what', json_build_object('period_id', n, 'by', 1,
          'ids', (select json_agg(100000 + id) from generate_series(1, 500) id)))::text)
        from generate_series(${from + 1}::int, ${from + batch}::int) n`.execute(services.owner)
      for (let nth = 1; nth <= batch; nth += 1) expect((await quick.next())?.period_id).toBe(from + nth)
    }
    // one more shows whether the other stream still goes on
    const last = await move(ours)
    expect((await quick.next())?.ids).toEqual([last])
    expect(await slow.readUntil(`"ids":[${last}]`)).toBe('closed')
    quick.stop()
  })

  it('doesn’t count as activity: an idle session expires although the list is open', async () => {
    const world = await buildSchoolWorld(services)
    const before = await services.owner
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('user_id', '=', world.registrarId)
      .executeTakeFirstOrThrow()
    services.clock.advance(120)
    const stream = await open(world.registrar)
    expect(stream.status).toBe(200)
    const after = await services.owner
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('user_id', '=', world.registrarId)
      .executeTakeFirstOrThrow()
    expect(after).toEqual(before)
    stream.stop()
  })
})
