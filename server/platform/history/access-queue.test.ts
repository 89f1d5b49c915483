import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { createAccessQueue } from './access-log.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

it('views during a long database outage are logged after it, however many there are', async () => {
  const queue = createAccessQueue()
  const who = { caller: null, requestId: 'outage', address: null }
  for (let nth = 0; nth < 7000; nth += 1)
    queue.add(services.services, who, { action: 'view', subject_id: nth })
  await queue.flush()
  const written = await services.owner
    .selectFrom('access_log')
    .select('subject_id')
    .where('request_id', '=', 'outage')
    .execute()
  expect(new Set(written.map(({ subject_id }) => subject_id)).size).toBe(7000)
})

const refusals = () =>
  services.owner
    .selectFrom('access_log')
    .select(['outcome', 'times', 'detail', 'address'])
    .where('action', '=', 'login_failed')
    .orderBy('id')
    .execute()

it('1,500 refused sign-ins of a minute are one row and its count, for each address and kind', async () => {
  const { accesses } = services.services
  const who = (address: string) => ({ caller: null, requestId: 'guesses', address })
  const refuse = (address: string, detail = 'password') =>
    accesses.refuse(services.services, who(address), { action: 'login_failed', detail })
  for (let nth = 0; nth < 1500; nth += 1) await refuse('10.0.0.7')
  await refuse('10.0.0.8')
  await refuse('10.0.0.7', 'passkey')
  await accesses.flush()
  const one = { outcome: 'refused', times: 1 }
  const first = [
    { ...one, detail: 'password', address: '10.0.0.7' },
    { ...one, detail: 'password', address: '10.0.0.8' },
    { ...one, detail: 'passkey', address: '10.0.0.7' },
  ]
  // the first of a minute is logged at once: a crash loses only counts
  expect(await refusals()).toEqual(first)
  services.clock.advance(60)
  await accesses.flush()
  const counted = { ...one, detail: 'password', address: '10.0.0.7', times: 1499 }
  expect(await refusals()).toEqual([...first, counted])
  await refuse('10.0.0.7')
  await refuse('10.0.0.7')
  await accesses.flush(true)
  expect(await refusals()).toEqual([...first, counted, first[0], { ...counted, times: 1 }])
})

it('refusals of school admins are counted too, and the counts are sealed', async () => {
  const { accesses } = services.services
  const who = { caller: null, requestId: 'foreign', address: '10.0.0.9' }
  for (let nth = 0; nth < 20; nth += 1)
    accesses.add(services.services, who, { action: 'refused', outcome: 'refused', detail: 'GET /api/users' })
  await accesses.flush(true)
  const { rows } = await sql<{ times: number; text: string }>`
    select times, shipmate_access_text(a) as text from access_log a where request_id = 'foreign' order by id`.execute(
    services.owner,
  )
  expect(rows.map(({ times }) => times)).toEqual([1, 19])
  expect(rows.map(({ text }) => text.includes('{"times": 19}'))).toEqual([false, true])
})
