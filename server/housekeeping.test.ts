import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tidyUp } from './housekeeping.ts'
import { buildSchoolWorld } from './testing/school-world.ts'
import { startTestHouse, type TestHouse } from './testing/test-house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

it('removes what has had its time, and nothing else', async () => {
  const world = await buildSchoolWorld(house)
  await sql`insert into idempotency_keys (user_id, key, request_hash, status, created_at)
    values (${world.adminId}, 'old', '\\x00', 200, ${house.clock.now().toISOString()})`.execute(house.owner)
  await tidyUp(house.house)
  expect((await world.admin.get('/api/me')).status).toBe(200)
  house.clock.advance(25 * 3600)
  await tidyUp(house.house)
  const { rows } = await sql<{ keys: number; sessions: number }>`
    select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from sessions) as sessions`.execute(
    house.owner,
  )
  expect(rows).toEqual([{ keys: 0, sessions: 0 }])
})
