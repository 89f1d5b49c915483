import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { freePort } from '#server/testing/server-process.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { createBreaker, createSender } from './connections.ts'

/** A system that answers on `/quick`, and never on another path. */
let system: Server
const hanging: ServerResponse[] = []
let quick = 0
let services: TestServices
beforeAll(async () => {
  system = createServer((request, response) => {
    request.resume()
    if (request.url !== '/quick') return void hanging.push(response)
    quick += 1
    response.writeHead(200).end()
  })
  await new Promise<void>((done) => system.listen(0, '127.0.0.1', done))
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
})
afterAll(async () => {
  system.closeAllConnections()
  system.close()
  await services.close()
})

const addressOf = (path: string): string => {
  const bound = system.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return `http://127.0.0.1:${port}/${path}`
}

/** Adds a webhook of a school and queues messages for it. */
const queueFor = async (world: SchoolWorld, address: string, many: number): Promise<void> => {
  const { body } = await world.admin.post(`/api/schools/${world.schoolId}/webhooks`, {
    address,
    events: ['coverage_status.changed'],
  })
  const now = services.clock.now().toISOString()
  await services.owner
    .insertInto('webhook_deliveries')
    .values(
      Array.from({ length: many }, () => ({
        school_id: world.schoolId,
        webhook_id: body.data.id,
        type: 'test',
        items: 0,
        body: '{}',
        next_try_at: now,
        created_at: now,
      })),
    )
    .execute()
}

it('one school’s hanging system gets two messages at once, and delays nobody else', async () => {
  const [slow, other] = [await buildSchoolWorld(services), await buildSchoolWorld(services)]
  for (const { adminId } of [slow, other]) await confirmAdmin({ services, adminId })
  await queueFor(slow, addressOf('never'), 50)
  await queueFor(other, addressOf('quick'), 30)
  const startedAt = performance.now()
  const [one, another] = [createSender(services.services), createSender(services.services)]
  await Promise.all([one.look(), another.look()])
  await expect.poll(() => quick, { timeout: 8000 }).toBe(30)
  expect(performance.now() - startedAt).toBeLessThan(5000)
  await sleep(200)
  expect(hanging).toHaveLength(2)
  for (const response of hanging) response.writeHead(200).end()
  await Promise.all([one.stop(), another.stop()])
})

it('a system that can’t be reached is left alone after a few messages, and tried again a minute later', async () => {
  await services.owner.deleteFrom('webhook_deliveries').execute()
  const world = await buildSchoolWorld(services)
  await confirmAdmin({ services, adminId: world.adminId })
  await queueFor(world, `http://127.0.0.1:${await freePort()}/`, 20)
  const tried = async (): Promise<number> => {
    const sent = services.owner.selectFrom('webhook_deliveries').where('attempts', '>', 0)
    return (await sent.select('id').execute()).length
  }
  const sender = createSender(services.services)
  await sender.look()
  await expect.poll(tried).toBeGreaterThanOrEqual(3)
  await sleep(500)
  expect(await sender.look()).toBe(0)
  // when the third fails, others can be on their way
  expect(await tried()).toBeLessThanOrEqual(6)
  services.clock.advance(60)
  expect(await sender.look()).toBeGreaterThan(0)
  await sender.stop()
  services.clock.advance(-60)
})

it('an address that didn’t answer three times is left alone for a minute, then tried', () => {
  let now = 0
  const breaker = createBreaker(() => now)
  for (const hasAnswered of [false, false, true, false, false]) breaker.note('a', hasAnswered)
  expect(breaker.closed()).toEqual([])
  breaker.note('a', false)
  expect(breaker.closed()).toEqual(['a'])
  now = 60_000
  expect(breaker.closed()).toEqual([])
  breaker.note('a', false)
  expect(breaker.closed()).toEqual(['a'])
  breaker.note('a', true)
  expect(breaker.closed()).toEqual([])
})
