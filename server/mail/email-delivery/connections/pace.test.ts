import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { deliverDue, startDelivery } from './deliver.ts'
import { claimWithinRate } from './lease.ts'
import { queueEmails } from '../commands/queue.ts'

let services: TestServices
let mail: MailServer
beforeAll(async () => {
  services = await startTestServices()
  mail = await startMailServer()
})
afterAll(async () => {
  await mail.close()
  await services.close()
})
beforeEach(async () => {
  mail.received.splice(0)
  await services.owner.deleteFrom('emails').execute()
  await services.owner.updateTable('email_pace').set({ used_until: '2026-01-01T00:00:00Z' }).execute()
})

const queue = (count: number) =>
  queueEmails(
    { db: services.owner, clock: services.services.clock },
    Array.from({ length: count }, (_, index) => ({
      kind: 'password_changed' as const,
      to_address: `user-${index}@staff.example`,
      to_name: 'Morgan Reyes',
      subject: 'Your password was changed',
      body: 'It was changed today.',
    })),
  )
const at = (emailRate: number, smtpUrl: string | null = mail.url) => ({
  ...services.services,
  settings: { ...services.services.settings, smtpUrl, emailFrom: 'insurance@mail.example', emailRate },
})

/** Returns a function that returns how many emails may go: those of some seconds, and of the time since. */
const countAllowed = (perSecond: number, seconds = 1): (() => number) => {
  const startedAt = performance.now()
  return () => Math.ceil(perSecond * (seconds + (performance.now() - startedAt) / 1000))
}

/** Returns whether a process waits for the row of the rate. */
const isOneWaiting = async (): Promise<boolean> => {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%from email_pace for update%'`.execute(services.owner)
  return rows.length > 0
}

describe('the rate of sending', () => {
  it('is kept by processes that send at the same time', async () => {
    await queue(60)
    const allowed = countAllowed(20)
    const counts = await Promise.all([deliverDue(at(20)), deliverDue(at(20)), deliverDue(at(20))])
    const sent = counts.reduce((sum, count) => sum + count, 0)
    // the emails of one second, and what became free while the processes waited for each other
    expect(sent).toBeGreaterThanOrEqual(20)
    expect(sent).toBeLessThanOrEqual(allowed())
  })

  it('is kept while another process is still claiming', async () => {
    const allowed = countAllowed(20)
    const claim = (until: () => Promise<void>) =>
      claimWithinRate(services.services.db, { perSecond: 20, most: 100 }, async (_, room) => {
        await until()
        return Array.from({ length: room })
      })
    const first = Promise.withResolvers<undefined>()
    const claiming = claim(async () => {
      first.resolve(undefined)
      while (!(await isOneWaiting()));
    })
    await first.promise
    const claimed = (await Promise.all([claiming, claim(() => Promise.resolve())])).flat()
    // the emails of one second, and those of the time that the second process waited
    expect(claimed.length).toBeGreaterThanOrEqual(20)
    expect(claimed.length).toBeLessThanOrEqual(allowed())
  })

  it('lets the next emails go when their time has come', async () => {
    await queue(60)
    const allowed = countAllowed(20, 0.5)
    await deliverDue(at(20))
    // half a second passes
    await sql`update email_pace set used_until = used_until - interval '500 milliseconds'`.execute(
      services.owner,
    )
    const after = await deliverDue(at(20))
    expect(after).toBeGreaterThanOrEqual(9)
    expect(after).toBeLessThanOrEqual(allowed())
  })

  it('can be less than one email a second', async () => {
    await queue(3)
    expect([await deliverDue(at(0.5)), await deliverDue(at(0.5))]).toEqual([1, 0])
  })

  it('is kept by two processes until everything is sent, each email once', async () => {
    await queue(60)
    const startedAt = performance.now()
    const stops = [startDelivery(at(40)), startDelivery(at(40))]
    while (mail.received.length < 60) await nextTurn()
    const seconds = (performance.now() - startedAt) / 1000
    await Promise.all(stops.map((stop) => stop()))
    expect(new Set(mail.received.map(({ to }) => to[0])).size).toBe(60)
    expect(mail.received).toHaveLength(60)
    // 40 at once, 20 more at 40 a second
    expect(seconds).toBeGreaterThan(0.45)
  })

  it('doesn’t hold up emails that stay in the mailbox', async () => {
    await queue(60)
    expect(await deliverDue(at(1, null))).toBe(60)
  })
})

describe('a mail server that hangs in one conversation', () => {
  it('doesn’t hold the emails that are queued after it', { timeout: 30_000 }, async () => {
    const hanging = Promise.withResolvers<undefined>()
    mail.behavior = { content: (to) => (to.startsWith('user-0@') ? hanging.promise : undefined) }
    await queue(1)
    const stop = startDelivery(at(100))
    await setTimeout(500)
    await queue(3)
    const startedAt = performance.now()
    while (mail.received.length < 2 && performance.now() - startedAt < 15_000) await setTimeout(50)
    const seconds = (performance.now() - startedAt) / 1000
    expect(mail.received.map(({ to }) => to[0]).sort()).toEqual([
      'user-1@staff.example',
      'user-2@staff.example',
    ])
    expect(seconds).toBeLessThan(10)
    mail.behavior = {}
    hanging.resolve(undefined)
    await stop()
    expect(mail.received).toHaveLength(4)
  })
})
