import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
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
