import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { createAccessQueue } from './access-log.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

it('what was viewed during a long outage of the database is written after it, however much it is', async () => {
  const queue = createAccessQueue()
  const who = { caller: null, requestId: 'outage', address: null }
  for (let nth = 0; nth < 7000; nth += 1) queue.add(house.house, who, { action: 'view', subject_id: nth })
  await queue.flush()
  const written = await house.owner
    .selectFrom('access_log')
    .select('subject_id')
    .where('request_id', '=', 'outage')
    .execute()
  expect(new Set(written.map(({ subject_id }) => subject_id)).size).toBe(7000)
})
