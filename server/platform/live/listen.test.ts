import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { startDarkProxy, type DarkProxy } from '#server/testing/dark-proxy.ts'
import { appUrl } from '#server/testing/test-logins.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { channel } from './announce.ts'
import { heartbeat, listenForChanges } from './listen.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

/** Announces a change of a school. */
const announce = (schoolId: number) =>
  sql`select pg_notify(${channel}, ${JSON.stringify({
    event: 'record_changed',
    school_id: schoolId,
    what: { record: 'school', id: schoolId, by: null },
  })})`.execute(services.owner)

/** Listens over a proxy, and notes the schools whose changes arrive. */
const listenOver = (proxy: DarkProxy) => {
  const url = new URL(appUrl(services.url))
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
  const close = async (): Promise<void> => {
    await announcements.stop()
    await Promise.all([pool.end(), proxy.close()])
  }
  return { pool, arrived, hears, close }
}

const startProxy = () => startDarkProxy(Number(new URL(appUrl(services.url)).port))

it('a listening connection that a firewall forgot is replaced, and updates arrive again', async () => {
  const proxy = await startProxy()
  const { hears, close } = listenOver(proxy)
  await hears(1)
  expect(proxy.forget()).toBeGreaterThan(0)
  await hears(2)
  await close()
})

it('a connection that’s lost when it starts to listen is replaced by one, and each change arrives once', async () => {
  const proxy = await startProxy()
  proxy.cutAt(`listen ${channel}`)
  const { pool, arrived, hears, close } = listenOver(proxy)
  await hears(1)
  await announce(2)
  await hears(3)
  expect([arrived.filter((id) => id === 2), pool.totalCount]).toEqual([[2], 1])
  await close()
})

it('the heartbeat notices within a minute', () => {
  expect(heartbeat.every + heartbeat.limit).toBeLessThan(60_000)
})
