import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { startDarkProxy } from '#server/testing/dark-proxy.ts'
import { appUrl } from '#server/testing/test-logins.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { channel } from './announce.ts'
import { heartbeat, listenForChanges } from './listen.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

/** Announces a change of a school again and again until one arrives. */
const announce = (schoolId: number) =>
  sql`select pg_notify(${channel}, ${JSON.stringify({
    event: 'record_changed',
    school_id: schoolId,
    what: { record: 'school', id: schoolId, by: null },
  })})`.execute(services.owner)

it('a listening connection that a firewall forgot is replaced, and updates arrive again', async () => {
  const url = new URL(appUrl(services.url))
  const proxy = await startDarkProxy(Number(url.port))
  url.port = String(proxy.port)
  const pool = createPool({ url: url.href, asApp: false, log: createLog('silent'), max: 3 })
  const announcements = listenForChanges(pool, createLog('silent'), { every: 200, limit: 200 })
  const arrived: (number | null)[] = []
  announcements.subscribe(({ school_id }) => arrived.push(school_id))
  const hears = async (id: number) => {
    await expect
      .poll(
        async () => {
          await announce(id)
          return arrived
        },
        { timeout: 10_000, interval: 100 },
      )
      .toContain(id)
  }
  await hears(1)
  expect(proxy.forget()).toBeGreaterThan(0)
  await hears(2)
  await announcements.stop()
  await Promise.all([pool.end(), proxy.close()])
})

it('the heartbeat notices within a minute', () => {
  expect(heartbeat.every + heartbeat.limit).toBeLessThan(60_000)
})
