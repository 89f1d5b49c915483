/**
 * `npm run faults -- 10`: causes 10 faults of each kind at random moments while data is being saved, on its own
 * server. The kinds are `server` (kill -9, then restart), `backends` (all of the server’s connections ended),
 * `database` (kill -9 of the embedded database) and `freeze` (the database stopped for 4 s). Names after the
 * number limit the kinds. Counts what was lost, duplicated or half done, and exits with 1 if there was any.
 */
import { readSettings } from '#server/platform/lib/env.ts'
import { keysOf, readSecrets } from '#server/platform/lib/secrets.ts'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createDatabase, createPool } from '#server/platform/db/database.ts'
import { verifyChain } from '#server/platform/history/verify.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { connectAsOwner, ownerUrl, postmasterOf, signalAll } from '#server/testing/own-database.ts'
import { freePort, newDataDir, startServerProcess } from '#server/testing/server-process.ts'
import { signIn } from './client.ts'
import { rosterOf } from './roster.ts'

const [many = '5', ...named] = process.argv.slice(2)
const environment = {
  PORT: String(await freePort()),
  DATA_DIR: newDataDir(),
  DEMO: 'off',
  LOG_LEVEL: 'silent',
}
const base = `http://127.0.0.1:${environment.PORT}`
const writers = 6
const rosterRows = 3000

let server = startServerProcess(environment)
process.once('exit', () => server.child.kill('SIGTERM'))
await server.ready()
let owner = await connectAsOwner(environment.DATA_DIR)
owner.on('error', () => undefined)

const loadWorld = async (client: pg.Client): Promise<number[]> => {
  await client.query(`
    insert into schools (name, slug) values ('Faults', 'faults');
    -- the invited first admin is the one who writes
    update users set two_factor_confirmed_at = now();
    insert into students (school_id, first_name, last_name, dob, sid)
      select s.id, 'N', 'Noted', '2000-01-01', 'noted-' || n from schools s, generate_series(1, ${writers}) n`)
  const { rows } = await client.query<{ id: string }>(`select id from students where sid like 'noted-%'`)
  return rows.map(({ id }) => Number(id))
}

const students = await loadWorld(owner)
const session = await signIn(base, owner)
const over = new AbortController()
const counts = { acknowledged: 0, refused: 0, unexpected: 0, imports: 0, ended: 0 }
const acknowledged: string[] = []

/** Counts a failed call. Any response other than 503 is an error of the server. */
const note = (error: unknown): void => {
  counts.refused += 1
  const said = error instanceof Error ? error.message : ''
  if (!/^[45]\d\d: /.test(said) || said.startsWith('503: ')) return
  counts.unexpected += 1
  console.log(said.slice(0, 200))
}

/** Repeats a call until it succeeds, as a client with an Idempotency-Key can. */
const insist = async <T>(call: () => Promise<T>): Promise<T | null> => {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      note(error)
      if (over.signal.aborted) return null
      await sleep(50)
    }
  }
}

const write = async (student: number): Promise<void> => {
  while (!over.signal.aborted) {
    const marker = randomUUID()
    const body = { student_id: student, body: `<p>${marker}</p>` }
    const headers = { 'idempotency-key': marker }
    const done = await insist(() => session.post('/api/student-notes/create', body, headers))
    if (!done) return
    counts.acknowledged += 1
    acknowledged.push(marker)
  }
}

/** Imports one roster after the other, each into a new policy year. */
const importRosters = async (): Promise<void> => {
  for (let round = 1; !over.signal.aborted; round += 1) {
    const period = await insist(async () => {
      const { rows } = await owner.query<{ id: string }>(
        `insert into periods (school_id, name, starts_on, ends_on)
         select id, $1, '2026-08-01', '2027-07-31' from schools returning id`,
        [randomUUID()],
      )
      return Number(rows[0]?.id)
    })
    if (period === null) return
    const file = rosterOf(rosterRows, round)
    const fields = { period_id: String(period) }
    await insist(() => session.upload('/api/import/students-from-csv', fields, file)).catch(() => null)
    counts.imports += 1
    await insist(async () => {
      const { rowCount } = await owner.query(
        `select from imports where period_id = $1 and state in ('queued', 'running')`,
        [period],
      )
      if (rowCount !== 0) throw new Error('It still runs.')
    })
  }
}

const endBackends = (): Promise<unknown> =>
  owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename in ('shipmate_app', 'shipmate_queue')`,
  )

const kinds: Readonly<Record<string, () => Promise<void>>> = {
  server: async () => {
    await server.end('SIGKILL')
    server = startServerProcess(environment)
    await server.ready()
  },
  backends: async () => {
    await endBackends()
  },
  database: async () => {
    process.kill(postmasterOf(environment.DATA_DIR), 'SIGKILL')
  },
  freeze: async () => {
    const postmaster = postmasterOf(environment.DATA_DIR)
    signalAll(postmaster, 'SIGSTOP')
    await sleep(4000)
    signalAll(postmaster, 'SIGCONT')
  },
}

const isReady = (): Promise<boolean> =>
  fetch(`${base}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )

const reconnect = async (): Promise<boolean> => {
  try {
    const client = await connectAsOwner(environment.DATA_DIR)
    client.on('error', () => undefined)
    void owner.end().catch(() => undefined)
    owner = client
    return true
  } catch {
    return false
  }
}

/** Waits until the server and its database respond. Restarts the server if it has ended. */
const recover = async (): Promise<number> => {
  const startedAt = performance.now()
  while (!((await reconnect()) && (await isReady()))) {
    if (server.child.exitCode !== null) {
      counts.ended += 1
      await kinds['server']?.()
    }
    await sleep(50)
  }
  return performance.now() - startedAt
}

const load = Promise.all([...students.map(write), importRosters()])
const asked = named.length > 0 ? named : Object.keys(kinds)
const recoveries = new Map<string, number[]>()
for (let nth = 0; nth < Number(many); nth += 1)
  for (const kind of asked) {
    await sleep(randomInt(300, 3000))
    const fault = kinds[kind]
    if (!fault) throw new Error(`There is no fault ${kind}: ${Object.keys(kinds).join(', ')}.`)
    await fault()
    recoveries.set(kind, [...(recoveries.get(kind) ?? []), await recover()])
  }
over.abort()
await load

/** Waits for the remaining jobs, then counts inconsistencies. */
const checkResult = async () => {
  for (;;) {
    const { rowCount } = await owner.query(`select from imports where state in ('queued', 'running')`)
    if (rowCount === 0) break
    await sleep(200)
  }
  const number = async (sql: string, values: unknown[] = []): Promise<number> =>
    Number((await owner.query<{ many: string }>(sql, values)).rows[0]?.many)
  const pool = createPool({
    url: ownerUrl(environment.DATA_DIR),
    asApp: false,
    log: createLog('silent'),
    max: 1,
  })
  const { breaks } = await verifyChain(
    createDatabase(pool),
    'history',
    keysOf(readSettings(environment), readSecrets(environment.DATA_DIR)),
  )
  await pool.end()
  return {
    lost: await number(
      `select count(*) as many from unnest($1::text[]) marker
       where not exists (select from student_notes where body = '<p>' || marker || '</p>')`,
      [acknowledged],
    ),
    doubled: await number(
      `select count(*) as many from (select body from student_notes group by body having count(*) > 1) twice`,
    ),
    withoutHistory: await number(
      `select count(*) as many from student_notes note where not exists (
         select from history where subject_type = 'student_note' and subject_id = note.id)`,
    ),
    importsDone: await number(`select count(*) as many from imports where state = 'done'`),
    importsFailed: await number(`select count(*) as many from imports where state = 'failed'`),
    importsHalfDone: await number(
      `select count(*) as many from imports where
         (select count(*) from student_periods sp where sp.period_id = imports.period_id)
           <> case when state = 'done' then ${rosterRows} else 0 end`,
    ),
    jobsLeft: await number('select count(*) as many from graphile_worker._private_jobs'),
    historyBreaks: breaks.length,
  }
}

const result = await checkResult()
const failures = await owner.query(
  `select message, count(*)::int as imports from imports where state = 'failed' group by message`,
)
for (const [kind, times] of recoveries)
  console.log(
    `${kind.padEnd(9)} ${String(times.length).padStart(3)} faults, ready again after ${Math.round(Math.max(...times))} ms at most`,
  )
console.log({ ...counts, ...result })
if (failures.rows.length > 0) console.log(failures.rows)
await owner.end()
await server.end('SIGTERM')
const { lost, doubled, withoutHistory, importsHalfDone, jobsLeft, historyBreaks } = result
const wrong =
  lost +
  doubled +
  withoutHistory +
  importsHalfDone +
  jobsLeft +
  historyBreaks +
  counts.ended +
  counts.unexpected
if (counts.acknowledged === 0) throw new Error('Nothing was written.')
console.log(wrong === 0 ? 'Nothing was lost, doubled or left half done.' : `${wrong} things are wrong.`)
process.exit(wrong === 0 ? 0 : 1)
