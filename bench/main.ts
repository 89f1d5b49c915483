/**
 * `npm run bench`: compares our server with the baseline, as ratios within one run. `npm run bench -- import`
 * measures only the named parts; `npm run bench -- small` uses a fifth of the data and takes less than 2
 * minutes, `large` ten times as much. These run only if named: `columns` compares the columns of the list (`columns.ts`) and fills them
 * all; `emails` queues and sends emails (`emails.ts`); `intake` takes in
 * forms of students (`intake.ts`); `site` reads the student site (`site.ts`); `review` reviews them (`review.ts`); `reverify` reads X12 and reverifies
 * waivers (`reverify.ts`); `year` auto-enrolls, applies a setup and copies a policy year (`year.ts`); `reports` makes the reports and files
 * of a policy year, `reports-large` the reports of one with 300,000 student-periods (`reports.ts`); `typing` and `screens` measure the built client (one
 * key, and the setup screens), `daily-work` turns students and forms (`daily-work.ts`), `soak` runs for half an hour (`soak.ts`), `browser` the list in Chromium (`browser.ts`) and `export` the exports
 * (`export.ts`), with 50,000 rows in the period. The data: 20,000 student-periods in the period, 300,000 in
 * all, 100,000 students, in its own durable PostgreSQL.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { startTemporaryDatabase } from '#server/testing/temporary-database.ts'
import { openSession, signIn } from './client.ts'
import { measureColumns } from './columns.ts'
import { measureCreate } from './create.ts'
import { measureEmails } from './emails.ts'
import { measureExport } from './export.ts'
import { measureIntake } from './intake.ts'
import { compare, median, report, reportFigure } from './measure.ts'
import { collectGarbage, measureLoaded, measureStart } from './process.ts'
import { lists, search, type Bench } from './reads.ts'
import { copyFloor, rosterOf } from './roster.ts'
import { measureLargeYear, measureReports } from './reports.ts'
import { measureReverification } from './reverify.ts'
import { measureDailyWork } from './daily-work.ts'
import { measureReview } from './review.ts'
import { measureScreens } from './screens.ts'
import { measureSite } from './site.ts'
import { measureSoak } from './soak.ts'
import { measureTyping } from './typing.ts'
import { measureYear } from './year.ts'
import { growPeriod, loadBenchWorld, size } from './world.ts'

const root = join(import.meta.dirname, '..')
const port = Number(process.env['BENCH_PORT'] ?? 4310)
const ports = { ours: port, floor: port + 1 }
const base = `http://127.0.0.1:${ports.ours}`
const floorBase = `http://127.0.0.1:${ports.floor}`

const start = (file: string, environment: Record<string, string>, sign: string): Promise<ChildProcess> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--max-semi-space-size=4', join(root, file)], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes(sign)) done(child)
      else if (text.toString().startsWith('{')) process.stderr.write(text)
    })
    child.once('exit', () => fail(new Error(`${file} ended.`)))
  })

const rssOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

type Session = Awaited<ReturnType<typeof signIn>>

const parts: Readonly<Record<string, (session: Session) => Promise<boolean[]>>> = {
  lists: (session) => lists(benchOf(session)),
  search: async (session) => search(benchOf(session), await searchers()),
  create: (session) => measureCreate(benchOf(session)),
  bulk,
  import: async (session) => [await roster(session)],
  memory: (session) => measureLoaded(benchOf(session), () => rssOf(ours.pid)),
  start: () => measureStart(() => startOurs(port + 2), rssOf),
  columns: async (session) => [await measureColumns(session, client, world)],
  emails,
  intake: (session) => measureIntake(base, session, client, world),
  reports: (session) => measureReports(session, client, world, () => rssOf(ours.pid)),
  'reports-large': (session) => measureLargeYear(session, client, world, () => rssOf(ours.pid)),
  reverify: (session) => measureReverification(session, client, world),
  year: (session) => measureYear(session, client, world),
  site: () => measureSite(base, client, world),
  soak: (session) =>
    measureSoak({
      base,
      session,
      database: client,
      place: world,
      memory: () => rssOf(ours.pid),
      collect: () => collectGarbage(ours.pid ?? 0),
    }),
  'daily-work': ({ token }) => measureDailyWork(base, token, client, world),
  review: ({ token }) => measureReview(base, token, client, world),
  export: (session) => measureExport(session, client, world, () => rssOf(ours.pid)),
  browser: async () => [await browser()],
  screens: (session) => measureScreens(base, session, world),
  typing: async ({ token }) => [await measureTyping(base, token, client, world)],
}
const usual = ['lists', 'search', 'create', 'bulk', 'import', 'memory', 'start', 'browser']
const named = process.argv.slice(2).filter((word) => word !== 'small' && word !== 'large')
const asked = named.length > 0 ? named : usual
const unknown = asked.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${Object.keys(parts).join(', ')}.`)

const database = await startTemporaryDatabase({ durable: true })
await migrate(database.url, createLog('warn'))
const client = new pg.Client({ connectionString: database.url })
await client.connect()
console.log(
  `Loading ${(size.schools * size.studentsPerSchool * size.periodsPerSchool).toLocaleString()} student-periods …`,
)
const world = await loadBenchWorld(client)
/** Stops the database if the server doesn’t start. */
const stopDatabase = async (error: unknown): Promise<never> => {
  await client.end()
  await database.stop()
  throw error
}
const startOurs = (at: number): Promise<ChildProcess> =>
  start(
    'server/main.mjs',
    {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(at),
      DEMO: 'off',
      SMTP_URL: `smtp://127.0.0.1:${port + 3}`,
      EMAIL_FROM: 'insurance@mail.example',
    },
    'Shipmate is running at',
  )
const dataDir = mkdtempSync(join(tmpdir(), 'shipmate-bench-'))
const ours = await startOurs(ports.ours).catch(stopDatabase)
const floor = await start(
  'bench/floor.ts',
  { DATABASE_URL: database.url, PERIOD_ID: String(world.periodId), PORT: String(ports.floor) },
  'ready',
)
const pids = { ours: ours.pid, floor: floor.pid }
const benchOf = (session: Session): Bench => ({ session, floorBase, pids, periodId: world.periodId })
/** Signs in 32 users: one may search 10 times a second. */
const searchers = async (): Promise<Session[]> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (first_name, last_name, email, permission, two_factor_confirmed_at)
     select 'Bench', 'Searcher', 'searcher-' || n || '@shipmate.example', 'shipmate_admin', now() from generate_series(1, 32) n
     returning id`,
  )
  const sessions: Session[] = []
  for (const { id } of rows) sessions.push(await signIn(base, client, Number(id)))
  return sessions
}
const results: boolean[] = []
try {
  const session = await signIn(base, client)
  for (const [name, measure] of Object.entries(parts))
    if (asked.includes(name)) results.push(...(await measure(session)))
} finally {
  ours.kill('SIGTERM')
  floor.kill('SIGKILL')
  await client.end()
  if (ours.exitCode === null) await once(ours, 'exit')
  await database.stop()
}
process.exit(results.every(Boolean) ? 0 : 1)

/**
 * Changes statuses in bulk with their history, compared with a bare UPDATE and a bare INSERT … SELECT; then
 * seals them.
 */
async function bulk(session: Session): Promise<boolean[]> {
  const ids = await client.query<{ id: string }>(
    `select id from student_periods where period_id = $1 order by id limit $2`,
    [world.periodId, size.bulk],
  )
  const list = ids.rows.map(({ id }) => Number(id))
  let [round, floorRound] = [0, 0]
  const change = async (): Promise<void> => {
    round += 1
    const vision_status = round % 2 === 0 ? 'exempt' : 'not_applicable'
    const answer = await session.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      ids: list,
      vision_status,
      override: true,
      override_reason: 'bench',
    })
    const { changed } = JSON.parse(answer.text).data
    if (changed !== list.length) throw new Error(`${changed} of ${list.length} were changed.`)
  }
  const bare = async (): Promise<void> => {
    floorRound += 1
    const status = floorRound % 2 === 0 ? 'waiver_utp' : 'declined'
    await client.query('begin')
    await client.query(
      `update student_periods set vision_status = $2, version = version + 1, updated_at = now() where id = any($1)`,
      [list, status],
    )
    await client.query(
      `with act as (insert into changes (at, cause, kind) values (now(), 'bulk', 'x') returning id)
       insert into history (change_id, at, cause, subject_type, subject_id, school_id, student_id, student_period_id, kind, changes)
       select act.id, now(), 'bulk', 'student_period', sp.id, sp.school_id, sp.student_id, sp.id, 'coverage_status_changed',
         jsonb_build_array(jsonb_build_object('field', 'vision_status', 'before', 'x', 'after', sp.vision_status))
       from student_periods sp, act where sp.id = any($1)`,
      [list],
    )
    await client.query('commit')
  }
  await sealed()
  const taken = await compare({ ours: change, floor: bare }, { ours: ours.pid, floor: process.pid }, 8)
  const started = performance.now()
  await sealed()
  const sealing = performance.now() - started
  console.log(
    `  background sealing: ${sealing.toFixed(0)} ms after the last write until every entry is sealed`,
  )
  return [report(`bulk status change of ${size.bulk} with history`, taken, 1.5)]
}

/** Sends emails to a mail server in a separate process. */
async function emails(session: Session): Promise<boolean[]> {
  const sink = await start('bench/mail-sink.ts', { PORT: String(port + 3) }, 'ready')
  try {
    return await measureEmails(session, client, world)
  } finally {
    sink.kill('SIGKILL')
  }
}

/** Resolves when the server has sealed the whole history. */
async function sealed(): Promise<void> {
  while (true) {
    const { rows } = await client.query<{ waiting: boolean }>(
      'select (select count(*) from history) > (select count(*) from history_seals) as waiting',
    )
    if (rows[0]?.waiting === false) return
    await new Promise((next) => setTimeout(next, 50))
  }
}

/** Measures the built client with 50,000 rows, in a separate process (`browser.ts`). */
async function browser(): Promise<boolean> {
  await growPeriod(client, world, size.studentsPerSchool * 2.5)
  const list = `/schools/${world.schoolId}/period/${world.periodId}`
  return inBrowser('browser.ts', { LIST_PATH: list, DATABASE_URL: database.url })
}

/** Runs a measurement of the built client in Chromium, in a separate process. */
async function inBrowser(file: string, environment: Readonly<Record<string, string>>): Promise<boolean> {
  if (!existsSync(join(root, 'dist', 'client', 'index.html')))
    throw new Error('There is no built client: run `npm run build` first.')
  const child = spawn(process.execPath, [join(root, 'bench', file), ...process.argv.slice(2)], {
    env: { ...process.env, ...environment, BASE_URL: base, SESSION: await openSession(client) },
    stdio: 'inherit',
  })
  return (await new Promise((done) => child.once('exit', done))) === 0
}

/** Imports a roster file into an empty period, compared with COPY of the same rows into the same tables. */
async function roster(session: Session): Promise<boolean> {
  const rows = size.import
  const taken: number[] = []
  const bare: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const file = rosterOf(rows, round)
    const ours = async (): Promise<void> => {
      const started = performance.now()
      await importFile(session, file)
      taken.push(performance.now() - started)
    }
    const floor = async (): Promise<void> => {
      bare.push(await copyFloor(client, world.schoolId, world.emptyPeriodId, rows, round))
    }
    for (const side of round % 2 === 0 ? [ours, floor] : [floor, ours]) await side()
  }
  const before = rssOf(ours.pid)
  await importFile(session, rosterOf(rows * 3, 9))
  console.log(
    `import: ${Math.round(rows / (median(taken) / 1000)).toLocaleString()} rows a second; server memory ${before.toFixed(0)} MiB after ${rows} rows, ${rssOf(ours.pid).toFixed(0)} MiB after ${rows * 3}`,
  )
  const ratio = median(taken) / median(bare)
  console.log(`  ours ${median(taken).toFixed(0)} ms, floor ${median(bare).toFixed(0)} ms`)
  return reportFigure(`CSV import of ${rows} rows, of the floor`, ratio, { unit: '×', most: 3 })
}

async function importFile(session: Session, file: Buffer): Promise<void> {
  const answer = await session.upload(
    '/api/import/students-from-csv',
    { period_id: String(world.emptyPeriodId) },
    file,
  )
  const id: number = JSON.parse(answer.text).data.import_id
  while (true) {
    const { data } = JSON.parse((await session.get(`/api/imports/${id}`)).text)
    if (data.state === 'done') return
    if (data.state === 'failed' || data.state === 'refused')
      throw new Error(`The import was ${data.state}: ${data.message}`)
    await new Promise((next) => setTimeout(next, 25))
  }
}
