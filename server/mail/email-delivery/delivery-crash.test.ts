import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { holdPoolLock } from '#server/platform/jobs/index.ts'
import { startMailServer, type Behavior, type MailServer } from '#server/testing/mail-server.ts'
import { startOtherProcess } from '#server/testing/other-process.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { deliverDue } from './connections/deliver.ts'
import { queueEmails } from './commands/queue.ts'

let services: TestServices
let world: SchoolWorld
let mail: MailServer
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  mail = await startMailServer()
})
afterAll(async () => {
  await mail.close()
  await services.close()
})
beforeEach(async () => {
  mail.received.splice(0)
  await services.owner.deleteFrom('emails').execute()
})

const many = 40
const queue = () =>
  queueEmails(
    { db: services.owner, clock: services.services.clock },
    Array.from({ length: many }, (_, at) => ({
      kind: 'waiver_approved_confirmation' as const,
      to_address: `student-${at}@campus.example`,
      to_name: `Student ${at}`,
      subject: 'Your insurance waiver was approved',
      body: 'You don’t need to do anything else.',
      html: '<p>You don’t need to do anything else.</p>',
      school_id: world.schoolId,
    })),
  )

const settings = () => ({
  ...services.services.settings,
  smtpUrl: mail.url,
  emailFrom: 'insurance@mail.example',
})

/** Starts a separate process that sends the queued emails. */
const startSender = () =>
  startOtherProcess(services, {
    imports: `import { deliverDue } from '#server/mail/email-delivery/connections/deliver.ts'`,
    work: `await deliverDue({ ...house, settings: ${JSON.stringify(settings())} })`,
  })

/** Lets the claims of a process that died end, and sends what is due. */
const deliverLater = async () => {
  services.clock.advance(11 * 60)
  await deliverDue({ ...services.services, settings: settings() })
  services.clock.advance(-11 * 60)
}

/** Calls `kill` the nth time the mail server gets to a point. */
type Point = (kill: () => void) => Behavior
const nth = (number: number, kill: () => void) => () => {
  number -= 1
  if (number === 0) kill()
  return undefined
}

it.each<[string, Point, (flagged: number) => boolean]>([
  ['connecting', (kill) => ({ connected: nth(2, kill) }), (flagged) => flagged <= 5],
  ['the recipient', (kill) => ({ recipient: nth(12, kill) }), (flagged) => flagged >= 1 && flagged <= 5],
  ['the content', (kill) => ({ content: nth(12, kill) }), (flagged) => flagged >= 1 && flagged <= 5],
  ['the reply', (kill) => ({ replied: nth(12, kill) }), (flagged) => flagged <= 5],
])(
  'a process killed at %s loses no email, sends none twice, and flags only those it had begun',
  async (_, point, isExpected) => {
    await queue()
    const sender = startSender()
    const gone = once(sender, 'exit')
    mail.behavior = point(() => sender.kill('SIGKILL'))
    const [code, signal] = await gone
    mail.behavior = {}
    expect([code, signal]).toEqual([null, 'SIGKILL'])
    await deliverLater()
    const copies = Map.groupBy(mail.received, ({ to }) => to[0] ?? '')
    const rows = await services.owner.selectFrom('emails').select(['to_address', 'state']).execute()
    const copiesOf = (address: string) => copies.get(address)?.length ?? 0
    const flagged = rows.filter(({ state }) => state === 'uncertain')
    expect(rows).toHaveLength(many)
    expect(rows.filter(({ state }) => state !== 'sent' && state !== 'uncertain')).toEqual([])
    expect(rows.filter(({ state, to_address: to }) => state === 'sent' && copiesOf(to) !== 1)).toEqual([])
    expect(flagged.filter(({ to_address: to }) => copiesOf(to) > 1)).toEqual([])
    expect(isExpected(flagged.length)).toBe(true)
  },
)

/** Starts a separate process that sends emails as they become due, until it’s killed at the content of the 12th. */
const killSender = async (): Promise<void> => {
  const sender = startOtherProcess(services, {
    imports: `import { startDelivery } from '#server/mail/email-delivery/connections/deliver.ts'`,
    work: `startDelivery({ ...house, settings: ${JSON.stringify(settings())} })
      await new Promise(() => setInterval(() => undefined, 1000))`,
  })
  const gone = once(sender, 'exit')
  mail.behavior = { content: nth(12, () => sender.kill('SIGKILL')) }
  await gone
  mail.behavior = {}
}

const statesOf = async (): Promise<Record<string, number>> => {
  const rows = await services.owner.selectFrom('emails').select('state').execute()
  const states: Record<string, number> = {}
  for (const { state } of rows) states[state] = (states[state] ?? 0) + 1
  return states
}

it('the emails of a process that was killed go out after 10 seconds, not minutes', async () => {
  await queue()
  await killSender()
  expect((await statesOf())['sending']).toBeGreaterThan(0)
  const deliver = () => deliverDue({ ...services.services, settings: settings() })
  await deliver()
  expect((await statesOf())['sending']).toBeGreaterThan(0)
  services.clock.advance(11)
  await deliver()
  services.clock.advance(-11)
  const { sent = 0, uncertain = 0, ...others } = await statesOf()
  expect([sent + uncertain, others]).toEqual([many, {}])
  expect(uncertain).toBeLessThanOrEqual(5)
})

it('those of a process that lives stay its own for 10 minutes', async () => {
  await queue()
  const pool = randomUUID()
  const lock = holdPoolLock(services.services.pool, pool, services.services.log)
  await lock.held()
  const claimed_at = services.services.clock.now().toISOString()
  await services.owner.updateTable('emails').set({ state: 'sending', claimed_at, claimed_by: pool }).execute()
  const deliverAfter = async (seconds: number) => {
    services.clock.advance(seconds)
    await deliverDue({ ...services.services, settings: settings() })
    services.clock.advance(-seconds)
    return statesOf()
  }
  expect(await deliverAfter(599)).toEqual({ sending: many })
  expect(await deliverAfter(600)).toEqual({ sent: many })
  lock.stop()
})
