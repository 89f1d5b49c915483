import { EventEmitter, on } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  rowsChanged,
  rowsChangedEvent,
  setUpChanged,
  setUpChangedEvent,
  type RowsChanged,
  type SetUpChanged,
} from '#contract/live/shapes.ts'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import type { TestClient } from '../testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { recheckAfter } from './events.ts'

let house: TestHouse
let ours: SchoolWorld
let theirs: SchoolWorld
let base: string
beforeAll(async () => {
  house = await startTestHouse()
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(house.app.server.address() as AddressInfo).port}`
  ours = await buildSchoolWorld(house)
  theirs = await buildSchoolWorld(house)
  await untilListening()
})
afterAll(async () => {
  // the client of these tests keeps connections that never asked for anything
  house.app.server.closeAllConnections()
  await house.close()
})

/** Resolves when the house hears of changes: what is announced before is lost. */
const untilListening = async (): Promise<void> => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and query like 'listen %' and state = 'idle'`.execute(house.owner)
  if (rows.length === 0) await untilListening()
}

/** A stream that is read as it comes. `next` gives its events one by one; `ended` resolves when the server ends it. */
const open = async (client: TestClient) => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const stop = new AbortController()
  const answer = await fetch(`${base}/api/events`, { headers: { cookie }, signal: stop.signal })
  const events = new EventEmitter()
  const [heard, setUps] = [on(events, 'heard'), on(events, 'setUp')]
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = (): unknown => JSON.parse(block.slice(block.indexOf('data: ') + 6))
        if (block.startsWith(`event: ${rowsChangedEvent}`)) events.emit('heard', rowsChanged.parse(data()))
        if (block.startsWith(`event: ${setUpChangedEvent}`)) events.emit('setUp', setUpChanged.parse(data()))
      }
    }
  }
  const ended = (answer.status === 200 ? read().catch(() => undefined) : Promise.resolve()).then(
    () => 'ended',
  )
  const next = async (): Promise<RowsChanged | undefined> => (await heard.next()).value?.[0]
  const nextSetUp = async (): Promise<SetUpChanged | undefined> => (await setUps.next()).value?.[0]
  return { status: answer.status, next, nextSetUp, ended, stop: () => stop.abort() }
}

const move = async (world: SchoolWorld): Promise<number> => {
  const { id } = await buildStudentPeriod(house.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'waiver_submitted',
  })
  const answer = await world.admin.put(`/api/student-periods/${id}`, { medical_status: 'waived' })
  expect(answer.status).toBe(200)
  return id
}

describe('/api/events', () => {
  it('tells of changed rows to whoever may see them, and to nobody else', async () => {
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
    // events come in order: what the registrar hears next is the next change of their own school
    const last = await move(ours)
    expect(await registrar.next()).toEqual({ ...expected, ids: [last] })
    for (const stream of [registrar, stranger, admin]) stream.stop()
  })

  it('tells of a changed set-up by its policy year, without what it says', async () => {
    const [registrar, stranger] = [await open(ours.registrar), await open(theirs.registrar)]
    const change = async (world: SchoolWorld): Promise<void> => {
      const answer = await world.admin.put(`/api/periods/${world.periodId}/faqs`, { intro: '', items: [] })
      expect(answer.status).toBe(200)
    }
    await change(ours)
    expect(await registrar.nextSetUp()).toEqual({ period_id: ours.periodId, by: ours.adminId })
    await change(theirs)
    // events come in order: the first that the stranger hears is that of their own school
    expect(await stranger.nextSetUp()).toEqual({ period_id: theirs.periodId, by: theirs.adminId })
    for (const stream of [registrar, stranger]) stream.stop()
  })

  it('is nothing for guests, and ends within five seconds of its session', async () => {
    expect((await fetch(`${base}/api/events`)).status).toBe(401)
    const stream = await open(theirs.registrar)
    await theirs.registrar.post('/logout')
    expect(await stream.ended).toBe('ended')
    expect(recheckAfter).toBeLessThan(5000)
  })

  it('is no activity: an idle session ends although its list is watched', async () => {
    const world = await buildSchoolWorld(house)
    const before = await house.owner
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('user_id', '=', world.registrarId)
      .executeTakeFirstOrThrow()
    house.clock.advance(120)
    const stream = await open(world.registrar)
    expect(stream.status).toBe(200)
    const after = await house.owner
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('user_id', '=', world.registrarId)
      .executeTakeFirstOrThrow()
    expect(after).toEqual(before)
    stream.stop()
  })
})
