import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsChanged, rowsChangedEvent, type RowsChanged } from '#contract/live/shapes.ts'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import type { TestClient } from '../testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

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
})
afterAll(async () => {
  // the client of these tests keeps connections that never asked for anything
  house.app.server.closeAllConnections()
  await house.close()
})

/** A stream that is read as it comes. `heard` are its events so far; `ended` resolves when the server ends it. */
const open = async (client: TestClient) => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const stop = new AbortController()
  const answer = await fetch(`${base}/api/events`, { headers: { cookie }, signal: stop.signal })
  const heard: RowsChanged[] = []
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks)
        if (block.startsWith(`event: ${rowsChangedEvent}`))
          heard.push(rowsChanged.parse(JSON.parse(block.slice(block.indexOf('data: ') + 6))))
    }
  }
  const ended = answer.status === 200 ? read().catch(() => undefined) : Promise.resolve()
  return { status: answer.status, heard, ended, stop: () => stop.abort() }
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
    await expect.poll(() => registrar.heard).toEqual([expected])
    await expect.poll(() => admin.heard).toEqual([expected])
    // whatever was announced before has been passed on once a later one has come
    const other = await move(theirs)
    await expect
      .poll(() => stranger.heard)
      .toEqual([{ period_id: theirs.periodId, ids: [other], by: theirs.adminId }])
    expect(registrar.heard).toHaveLength(1)
    for (const stream of [registrar, stranger, admin]) stream.stop()
  })

  it('is nothing for guests, and ends within five seconds of its session', async () => {
    expect((await fetch(`${base}/api/events`)).status).toBe(401)
    const stream = await open(theirs.registrar)
    await theirs.registrar.post('/logout')
    const outcome = await Promise.race([
      stream.ended.then(() => 'ended'),
      new Promise((resolve) => {
        setTimeout(resolve, 5000, 'still open')
      }),
    ])
    expect(outcome).toBe('ended')
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
