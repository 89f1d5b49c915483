/**
 * `npm run email-faults -- 10`: sends emails over a real mail server while it fails in each way 10 times, and while the
 * process that sends them is killed at each named point 10 times. Names after the number limit the faults. Counts what
 * became of every email, and exits with 1 if one was lost, sent twice, or failed without a reason.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, createPool } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { queueEmails } from '#server/mail/email-delivery/index.ts'
import { pauses } from '#server/mail/email-delivery/rules/outcomes.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { freePort, newDataDir, startServerProcess } from '#server/testing/server-process.ts'
import { startTemporaryDatabase } from '#server/testing/temporary-database.ts'

const [many = '5', ...named] = process.argv.slice(2)
/** Emails queued before each fault; more than a process claims at once. */
const perFault = 120

const database = await startTemporaryDatabase()
await migrate(database.url, createLog('warn'))
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const pool = createPool({ url: database.url, asApp: false, log: createLog('silent'), max: 2 })
const db = createDatabase(pool)

let mail = await startMailServer()
const mailPort = Number(new URL(mail.url).port)
const environment = {
  PORT: String(await freePort()),
  DATA_DIR: newDataDir(),
  DATABASE_URL: database.url,
  DEMO: 'off',
  LOG_LEVEL: 'silent',
  SMTP_URL: mail.url,
  EMAIL_FROM: 'insurance@mail.example',
}
let server = startServerProcess(environment)
process.once('exit', () => server.child.kill('SIGKILL'))
await server.ready()

const { rows: schools } = await client.query<{ id: string }>(
  `insert into schools (name, slug) values ('Email faults', 'email-faults') returning id`,
)
const schoolId = Number(schools[0]?.id)
let queued = 0

const queue = (): Promise<unknown> => {
  const emails = Array.from({ length: perFault }, () => {
    queued += 1
    return {
      kind: 'waiver_approved_confirmation' as const,
      to_address: `student-${queued}@campus.example`,
      to_name: `Student ${queued}`,
      subject: 'Your insurance waiver was approved',
      body: 'You don’t need to do anything else.',
      html: '<p>You don’t need to do anything else.</p>',
      school_id: schoolId,
    }
  })
  return db
    .transaction()
    .execute((inside) => queueEmails({ db: inside, clock: { now: () => new Date() } }, emails))
}

/** The copies of each address’s email that the mail server took. */
const copies = new Map<string, number>()
/** The addresses that it refused for good. */
const refused = new Set<string>()
/** Moves what a mail server received to the counts. */
const collect = (): void => {
  for (const { to } of mail.received.splice(0))
    for (const address of to) copies.set(address, (copies.get(address) ?? 0) + 1)
}

/** Ends pauses between attempts at once, so that the run needn’t wait for them. */
const passPauses = () => client.query(`update emails set send_at = now() where state = 'queued'`)

const half = (): boolean => randomInt(2) === 0
const refuseForGood = (address: string) => {
  refused.add(address)
  return { code: 550, words: 'No such user here' }
}

/** Behaves badly for 2 seconds, and then well. */
const behave = async (behavior: typeof mail.behavior): Promise<void> => {
  mail.behavior = behavior
  await queue()
  await sleep(2000)
  mail.behavior = {}
}

/** Kills the sending process at a point of a delivery, lets its lease end, and starts it again. */
const killAt = async (at: (kill: () => void) => typeof mail.behavior | null): Promise<void> => {
  const kill = () => void server.child.kill('SIGKILL')
  await queue()
  let countdown = randomInt(1, 40)
  const behavior = at(() => {
    countdown -= 1
    if (countdown === 0) kill()
  })
  if (behavior) mail.behavior = behavior
  else setTimeout(kill, randomInt(200, 1800))
  // connections are few: the first ones count
  if (behavior?.connected) countdown = randomInt(1, 5)
  await server.exit
  mail.behavior = {}
  await client.query(
    `update emails set claimed_at = claimed_at - interval '11 minutes', started_at = started_at - interval '11 minutes'
     where state = 'sending'`,
  )
  server = startServerProcess(environment)
  await server.ready()
}

const faults: Readonly<Record<string, () => Promise<void>>> = {
  down: async () => {
    collect()
    await mail.close()
    await queue()
    await sleep(2000)
    mail = await startMailServer(mailPort)
  },
  slow: () => behave({ content: () => sleep(randomInt(100, 1500), undefined) }),
  'recipient refused for now': () =>
    behave({ recipient: () => (half() ? { code: 450, words: 'Mailbox busy' } : undefined) }),
  'recipient refused': () =>
    behave({ recipient: (address) => (half() ? refuseForGood(address) : undefined) }),
  'content refused for now': () =>
    behave({ content: () => (half() ? { code: 451, words: 'Try again later' } : undefined) }),
  'content refused': () => behave({ content: (address) => (half() ? refuseForGood(address) : undefined) }),
  'hang up after the content': () => behave({ content: () => (randomInt(40) === 0 ? 'hang up' : undefined) }),
  'keep it and hang up': () =>
    behave({ content: () => (randomInt(40) === 0 ? 'keep and hang up' : undefined) }),
  'killed on connecting': () => killAt((kill) => ({ connected: kill })),
  'killed before the content': () =>
    killAt((kill) => ({
      recipient: () => {
        kill()
        return undefined
      },
    })),
  'killed after the content': () =>
    killAt((kill) => ({
      content: () => {
        kill()
        return undefined
      },
    })),
  'killed after the reply': () => killAt((kill) => ({ replied: kill })),
  'killed at random': () => killAt(() => null),
}

const waiting = async (): Promise<number> => {
  const { rows } = await client.query<{ left: number }>(
    `select count(*)::int as left from emails where state in ('queued', 'sending')`,
  )
  return rows[0]?.left ?? 0
}

const asked = named.length > 0 ? named : Object.keys(faults)
const started = performance.now()
for (const kind of asked) {
  const fault = faults[kind]
  if (!fault) throw new Error(`There is no fault ${kind}: ${Object.keys(faults).join(', ')}.`)
  for (let nth = 0; nth < Number(many); nth += 1) {
    await fault()
    collect()
    await passPauses()
  }
  console.log(`${kind.padEnd(26)} ${many} times, ${await waiting()} of ${queued} emails still waiting`)
}
for (let round = 0; (await waiting()) > 0; round += 1) {
  if (round > 240) throw new Error('Emails are still waiting after two minutes without faults.')
  await passPauses()
  await sleep(500)
}
collect()

interface Row {
  readonly to_address: string
  readonly state: string
  readonly attempts: number
}

const fates = [
  'sent, and received once',
  'failed, as the mail server said',
  'given up after all attempts',
  'flagged, and received once',
  'flagged, and not received',
] as const
const wrongs = ['lost', 'received twice', 'failed without a reason', 'in another state'] as const

type Fate = (typeof fates | typeof wrongs)[number]

/** What became of an email, by its state and the copies that the mail server took. */
const fatesByState: Readonly<Record<string, Fate>> = {
  'sent 1': 'sent, and received once',
  'sent 0': 'lost',
  'uncertain 1': 'flagged, and received once',
  'uncertain 0': 'flagged, and not received',
  'failed 1': 'failed without a reason',
}

const failureOf = ({ to_address: address, attempts }: Row): Fate => {
  if (refused.has(address)) return 'failed, as the mail server said'
  return attempts > pauses.length ? 'given up after all attempts' : 'failed without a reason'
}

const fateOf = (row: Row): Fate => {
  const received = copies.get(row.to_address) ?? 0
  if (received > 1) return 'received twice'
  if (row.state === 'failed' && received === 0) return failureOf(row)
  return fatesByState[`${row.state} ${received}`] ?? 'in another state'
}

const { rows } = await client.query<Row>('select to_address, state, attempts from emails')
const found = Map.groupBy(rows, fateOf)
const count = (fate: Fate): number => found.get(fate)?.length ?? 0
console.log(`${queued} emails in ${Math.round((performance.now() - started) / 1000)} s`)
for (const fate of [...fates, ...wrongs]) console.log(`${String(count(fate)).padStart(7)} ${fate}`)
await server.end('SIGTERM')
await client.end()
await pool.end()
await mail.close()
await database.stop()
if (count('sent, and received once') === 0) throw new Error('Nothing was sent.')
const isWrong = rows.length < queued || wrongs.some((fate) => count(fate) > 0)
console.log(
  isWrong ? 'Emails are wrong.' : 'Every email was received once, or says that it may not have been.',
)
process.exit(isWrong ? 1 : 0)
