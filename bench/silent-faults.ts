/**
 * `npm run silent-faults`: four faults that no error message tells of. `restore` copies all tables to a new cluster while
 * records change; `hanging` lets one school’s system never answer; `forgotten` lets a proxy forget the connection that
 * listens for changes; `pooler` puts a connection pooler in transaction mode in front. Names limit them. Counts what was not
 * sealed or told and how long others waited, and exits with 1 if something was lost or late.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDatabase, createPool, type Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { channel } from '#server/platform/live/announce.ts'
import { listenForChanges } from '#server/platform/live/listen.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { copyDatabase } from '#server/testing/copy-database.ts'
import { startDarkProxy } from '#server/testing/dark-proxy.ts'
import { freePort, newDataDir, sessionOn, startServerProcess } from '#server/testing/server-process.ts'
import { startTemporaryDatabase } from '#server/testing/temporary-database.ts'
import { startTransactionPooler } from '#server/testing/transaction-pooler.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { median } from './measure.ts'

const silent = createLog('silent')
const environment = {
  PORT: String(await freePort()),
  DATA_DIR: newDataDir(),
  DEMO: 'off',
  LOG_LEVEL: 'silent',
  OUTBOUND_PRIVATE_HOSTS: '127.0.0.1',
}

/** Starts a migrated database, and a connection for the measurement. */
const startCluster = async () => {
  const database = await startTemporaryDatabase()
  await migrate(database.url, silent)
  const pool = createPool({ url: database.url, asApp: false, log: silent, max: 4 })
  const stop = async (): Promise<void> => {
    await pool.end()
    await database.stop()
  }
  return { url: database.url, db: createDatabase(pool), stop }
}

const startServer = async (url: string) => {
  const server = startServerProcess({ ...environment, DATABASE_URL: url })
  process.once('exit', () => server.child.kill('SIGKILL'))
  await server.ready()
  return server
}
type Server = Awaited<ReturnType<typeof startServer>>

/** Signs in a Shipmate Admin who has just confirmed their password. */
const signInAdmin = async (url: string, db: Database) => {
  const id = await buildUser(db, { permission: 'shipmate_admin' })
  const session = await sessionOn(url, id)
  await sql`update sessions set password_confirmed_at = now()`.execute(db)
  return async (server: Server, method: string, path: string, body: object): Promise<unknown> => {
    const answer = await session.call(server, method, path, body)
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}
type Admin = Awaited<ReturnType<typeof signInAdmin>>

interface Message {
  readonly id: number
  readonly at: number
  readonly body: string
}

/** A system that keeps what it receives. On the path `/never` it doesn’t answer. */
const startSystem = async () => {
  const received: Message[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (request.url === '/never') return
      const id = Number(String(request.headers['webhook-id']).replace('msg_', ''))
      received.push({ id, at: Date.now(), body })
      response.writeHead(200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { received, base: `http://127.0.0.1:${port}`, stop }
}

const addWebhook = async (admin: Admin, server: Server, schoolId: number, address: string): Promise<void> => {
  await admin(server, 'POST', `/api/schools/${schoolId}/webhooks`, {
    address,
    events: ['coverage_status.changed'],
  })
}

/** Waits until something is so, at most some seconds. Returns the seconds it took; null if it isn’t so. */
const secondsUntil = async (most: number, isSo: () => Promise<boolean> | boolean): Promise<number | null> => {
  const startedAt = performance.now()
  while (performance.now() - startedAt < most * 1000) {
    if (await isSo()) return (performance.now() - startedAt) / 1000
    await sleep(100)
  }
  return null
}

/** Returns the student-periods whose status changed, and the number of entries without a seal. */
const readHistory = async (db: Database) => {
  const { rows } = await sql<{ id: number; is_sealed: boolean }>`
    select coalesce(student_period_id, 0) as id, exists (select from history_seals s where s.entry_id = h.id) as is_sealed
    from history h where kind = 'coverage_status_changed'`.execute(db)
  return { changed: rows.map(({ id }) => id), unsealed: rows.filter(({ is_sealed }) => !is_sealed).length }
}

const toldOf = (received: readonly Message[]): ReadonlySet<number> =>
  new Set(
    received.flatMap(({ body }) =>
      [...body.matchAll(/"student_period_id":(\d+)/g)].map(([, id]) => Number(id)),
    ),
  )

/** Copies all tables under running writes, as a dump does, and goes on with the copy. */
const restore = async (): Promise<boolean> => {
  const [old, fresh, system] = [await startCluster(), await startCluster(), await startSystem()]
  // as in a database that was used for years, transaction numbers are higher than in the new cluster
  const burn = 'do $$ begin for i in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$'
  await sql.raw(burn).execute(old.db)
  const school_id = await buildSchool(old.db)
  const period_id = await buildPeriod(old.db, { school_id })
  const records: number[] = []
  for (let nth = 0; nth < 300; nth += 1)
    records.push(
      (await buildStudentPeriod(old.db, { school_id, period_id, medical_status: 'waiver_submitted' })).id,
    )
  const admin = await signInAdmin(old.url, old.db)
  let server = await startServer(old.url)
  await addWebhook(admin, server, school_id, `${system.base}/quick`)
  const body = { medical_status: 'waived', override_reason: 'On the phone' }
  const change = (id: number | undefined) => admin(server, 'PUT', `/api/student-periods/${id}`, body)
  const copied = new AbortController()
  const write = async (): Promise<void> => {
    while (!copied.signal.aborted && records.length > 20) await change(records.shift())
  }
  const writing = Promise.all([write(), write(), write()])
  await sleep(3000)
  await copyDatabase(old.url, fresh.url)
  copied.abort()
  await writing
  await server.end('SIGTERM')
  server = await startServer(fresh.url)
  for (const id of records.slice(-20)) await change(id)
  const find = async () => {
    const { changed, unsealed } = await readHistory(fresh.db)
    const told = toldOf(system.received)
    return { all: changed.length, unsealed, untold: changed.filter((id) => !told.has(id)).length }
  }
  await secondsUntil(60, async () => {
    const { unsealed, untold } = await find()
    return unsealed + untold === 0
  })
  const { all, unsealed, untold } = await find()
  console.log(
    `restore      ${all} changes in the copy: ${unsealed} without a seal, ${untold} not told after a minute`,
  )
  await server.end('SIGTERM')
  system.stop()
  await Promise.all([old.stop(), fresh.stop()])
  return unsealed + untold === 0
}

/** Seconds that a message of another school’s system may take while one hangs. */
const lateAfter = 10

const hanging = async (): Promise<boolean> => {
  const [cluster, system] = [await startCluster(), await startSystem()]
  const admin = await signInAdmin(cluster.url, cluster.db)
  const server = await startServer(cluster.url)
  for (const path of ['never', 'a', 'b', 'c', 'd', 'e'])
    await addWebhook(admin, server, await buildSchool(cluster.db), `${system.base}/${path}`)
  const queue = async (which: string, many: number): Promise<number> => {
    const { rows } = await sql`
      insert into webhook_deliveries (school_id, webhook_id, type, items, body, next_try_at, created_at)
      select school_id, id, 'test', 0, '{}', now(), now() from webhooks, generate_series(1, ${many}::int)
      where ${sql.raw(which)} returning id`.execute(cluster.db)
    return rows.length
  }
  await queue(`address like '%/never'`, 100)
  await sleep(3000)
  const queuedAt = Date.now()
  const many = await queue(`address not like '%/never'`, 20)
  await secondsUntil(120, () => system.received.length >= many)
  const delays = system.received.map(({ at }) => (at - queuedAt) / 1000)
  const slowest = Math.max(...delays)
  const missing = many - new Set(system.received.map(({ id }) => id)).size
  console.log(
    `hanging      ${many} messages to 5 others: median ${median(delays).toFixed(1)} s, slowest ${slowest.toFixed(1)} s, ${missing} missing after 2 minutes`,
  )
  await server.end('SIGKILL')
  system.stop()
  await cluster.stop()
  return missing === 0 && slowest < lateAfter
}

const forgotten = async (): Promise<boolean> => {
  const cluster = await startCluster()
  const url = new URL(cluster.url)
  const proxy = await startDarkProxy(Number(url.port))
  url.port = String(proxy.port)
  const pool = createPool({ url: url.href, asApp: false, log: silent, max: 3 })
  const announcements = listenForChanges(pool, silent)
  let heard = 0
  announcements.subscribe(() => (heard += 1))
  const what = { event: 'record_changed', school_id: 1, what: { record: 'school', id: 1, by: null } }
  const untilHeard = async (most: number) => {
    const before = heard
    return secondsUntil(most, async () => {
      await sql`select pg_notify(${channel}, ${JSON.stringify(what)})`.execute(cluster.db)
      return heard > before
    })
  }
  if ((await untilHeard(10)) === null) throw new Error('Updates don’t arrive before the fault.')
  proxy.forget()
  // what was on its way when the connection was forgotten
  await sleep(200)
  const seconds = await untilHeard(90)
  console.log(
    `forgotten    live updates arrive again after ${seconds === null ? 'more than 90' : Math.round(seconds)} s`,
  )
  await Promise.race([announcements.stop(), sleep(1000)])
  await Promise.race([pool.end(), sleep(1000)])
  await proxy.close()
  await cluster.stop()
  return seconds !== null && seconds < 60
}

const pooler = async (): Promise<boolean> => {
  const cluster = await startCluster()
  const inFront = await startTransactionPooler(cluster.url)
  const server = startServerProcess({ ...environment, DATA_DIR: newDataDir(), DATABASE_URL: inFront.url })
  const end = await Promise.race([
    server.exit.then(() => 'refused'),
    server.ready().then(
      () => 'started',
      () => 'refused',
    ),
    sleep(60_000).then(() => 'neither started nor refused in a minute'),
  ])
  const isNamed = server.output().includes('connection pooler')
  console.log(`pooler       ${end}${end === 'refused' ? `, ${isNamed ? 'with' : 'without'} the reason` : ''}`)
  await server.end('SIGKILL')
  await inFront.stop()
  await cluster.stop()
  return end === 'refused' && isNamed
}

const faults: Readonly<Record<string, () => Promise<boolean>>> = { restore, hanging, forgotten, pooler }
const named = process.argv.slice(2)
let lost = 0
for (const kind of named.length > 0 ? named : Object.keys(faults)) {
  const fault = faults[kind]
  if (!fault) throw new Error(`There is no fault ${kind}: ${Object.keys(faults).join(', ')}.`)
  if (!(await fault())) lost += 1
}
console.log(lost === 0 ? 'Nothing was lost or late.' : `In ${lost} faults, something was lost or late.`)
process.exit(lost === 0 ? 0 : 1)
