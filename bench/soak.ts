/**
 * `npm run bench -- soak`: 200 signed-in staff and 20 forms a second for 30 minutes, with a bulk change, an import, a
 * reverification and a restart of the database inside. Counts what failed besides 503 with Retry-After, and forms that were lost.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openSession, type signIn } from './client.ts'
import { publishForm, readSenders, sendForm } from './intake.ts'
import { listPage } from './latency.ts'
import { quantile, reportFigure } from './measure.ts'
import { prepareWaivers } from './reverify.ts'
import { rosterOf } from './roster.ts'
import { growPeriod, size } from './world.ts'

interface Place {
  readonly schoolId: number
  readonly periodId: number
  readonly emptyPeriodId: number
}
interface Options {
  readonly base: string
  readonly session: Awaited<ReturnType<typeof signIn>>
  readonly database: pg.Client
  readonly place: Place
  /** Megabytes that the server uses. */
  readonly memory: () => number
  /** Collects the garbage of the server. */
  readonly collect: () => Promise<void>
}

const [staff, formsPerSecond] = [200, 20]
/** Milliseconds of the run, and the most between two calls of a person. */
const [duration, longestPause] = [Number(process.env['SOAK_MINUTES'] ?? 30) * 60_000, 8000]

/** What happened, by minute. */
interface Counted {
  readonly taken: number[][]
  /** 503s that say when to try again, while the database restarts. */
  asked: number
  readonly failed: Map<string, number>
  forms: number
}

const count = async (counted: Counted, started: number, what: string, run: () => Promise<Response>) => {
  const before = performance.now()
  const fail = (why: string): void => {
    counted.failed.set(`${what}: ${why}`, (counted.failed.get(`${what}: ${why}`) ?? 0) + 1)
  }
  try {
    const response = await run()
    const text = await response.text()
    if (response.status === 503 && response.headers.has('retry-after')) counted.asked += 1
    else if (response.status >= 400) fail(`${response.status} ${text.slice(0, 200)}`)
    else (counted.taken[Math.floor((before - started) / 60_000)] ??= []).push(performance.now() - before)
  } catch (error) {
    if (/503 Retry-After/.test(String(error))) counted.asked += 1
    else fail(String(error))
  }
}

/** Returns what a person does: mostly a page of the list, often a student, sometimes a search or a note. */
const actsOf = (base: string, token: string, { periodId }: Place, students: readonly number[]) => {
  const xsrf = fetch(`${base}/api/me`, { headers: { cookie: `shipmate_session=${token}` } }).then(
    (answer) => {
      const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('XSRF-TOKEN=')) ?? ''
      return decodeURIComponent(cookie.split(';')[0]?.slice('XSRF-TOKEN='.length) ?? '')
    },
  )
  const call = async (path: string, body?: unknown): Promise<Response> => {
    const check = await xsrf
    return fetch(base + path, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        cookie: `shipmate_session=${token}; XSRF-TOKEN=${encodeURIComponent(check)}`,
        'x-xsrf-token': check,
        'content-type': 'application/json',
      },
    })
  }
  const someone = () => students[Math.floor(Math.random() * students.length)]
  return (): readonly [string, () => Promise<Response>] => {
    const dice = Math.random()
    if (dice < 0.5) return ['list', () => call(listPage(periodId, 1 + Math.floor(dice * 40)))]
    if (dice < 0.8) return ['student', () => call(`/api/students/${someone()}/overview`)]
    if (dice < 0.9) return ['search', () => call('/api/students/search-by-name?q=garcia')]
    return [
      'note',
      () => call('/api/student-notes/create', { student_id: someone(), body: '<p>Called.</p>' }),
    ]
  }
}

/** Signs in as many users. Returns the tokens. */
const openSessions = async (database: pg.Client): Promise<string[]> => {
  await database.query(
    `insert into users (first_name, last_name, email, permission, two_factor_confirmed_at)
     select 'Soak', 'User ' || n, 'soak' || n || '@shipmate.example', 'shipmate_admin', now() from generate_series(1, $1) n`,
    [staff],
  )
  const { rows } = await database.query<{ id: string }>(`select id from users where first_name = 'Soak'`)
  const tokens: string[] = []
  for (const { id } of rows) tokens.push(await openSession(database, Number(id)))
  return tokens
}

/** Stops PostgreSQL like a restart does; what keeps it running starts it again. */
const restartDatabase = async (database: pg.Client): Promise<void> => {
  const { rows } = await database.query<{ data_directory: string }>('show data_directory')
  // this connection ends, too
  database.on('error', () => undefined)
  const [pid] = readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGINT')
}

/** Makes a large change once, at a share of the run. Returns each with what it does. */
const largeActs = (session: Options['session'], place: Place, ids: readonly number[]) => {
  const change = { ids, vision_status: 'exempt', override: true, override_reason: 'bench' }
  const roster = { period_id: String(place.emptyPeriodId) }
  const due = { period_id: place.periodId, coverage_types: ['medical'], only_due: true }
  return [
    {
      share: 0.2,
      what: 'bulk change',
      act: () => session.post('/api/student-periods/bulk-operations/update-coverage-statuses', change),
    },
    {
      share: 0.35,
      what: 'import',
      act: () => session.upload('/api/import/students-from-csv', roster, rosterOf(size.import, 0)),
    },
    {
      share: 0.5,
      what: 'reverification',
      act: () => session.post('/api/period-reverifications/reverify-period', due),
    },
  ]
}

export const measureSoak = async (options: Options): Promise<boolean[]> => {
  const { base, session, database, place, memory, collect } = options
  const forms = (duration / 1000) * formsPerSecond
  // a student sends one form, and those of the bulk change none
  await growPeriod(database, place, forms + size.bulk)
  await publishForm(database, place)
  await prepareWaivers(database, place)
  const found = await database.query<{ student_id: string; id: string }>(
    'select student_id, id from student_periods where period_id = $1 order by id',
    [place.periodId],
  )
  const students = found.rows.map(({ student_id }) => Number(student_id))
  const senders = await readSenders(database, place, forms)
  const tokens = await openSessions(database)
  const counted: Counted = { taken: [], asked: 0, failed: new Map(), forms: 0 }
  const before = memory()
  const started = performance.now()
  const goesOn = () => performance.now() - started < duration
  const person = async (token: string): Promise<void> => {
    const next = actsOf(base, token, place, students)
    while (goesOn()) {
      await sleep(Math.random() * longestPause)
      await count(counted, started, ...next())
    }
  }
  const form = async (sender: (typeof senders)[number], index: number): Promise<void> => {
    await sleep(Math.max(0, started + (index / formsPerSecond) * 1000 - performance.now()))
    await count(counted, started, 'form', async () => {
      await sendForm(base, place.periodId, sender, index)
      counted.forms += 1
      return new Response()
    })
  }
  const ids = found.rows.slice(-size.bulk).map(({ id }) => Number(id))
  await Promise.all([
    ...tokens.map(person),
    ...senders.map(form),
    ...largeActs(session, place, ids).map(async ({ share, what, act }) => {
      await sleep(duration * share)
      await count(counted, started, what, async () => new Response((await act()).text))
    }),
    sleep(duration * 0.7).then(() => restartDatabase(database)),
  ])
  const after = memory()
  await collect()
  return reportSoak(counted, { before, after, needed: memory() })
}

const reportSoak = (
  { taken, asked, failed, forms }: Counted,
  { before, after, needed }: Readonly<Record<'before' | 'after' | 'needed', number>>,
): boolean[] => {
  const all = taken.flat()
  for (const [why, times] of failed) console.log(`  failed ${times} times: ${why}`)
  console.log(
    `soak of ${taken.length} minutes: ${all.length} calls, of which ${forms} forms; ${asked} asked to try again during the restart
  p50 by minute ${taken.map((one) => quantile(one, 0.5).toFixed(0)).join(' ')} ms
  p99 by minute ${taken.map((one) => quantile(one, 0.99).toFixed(0)).join(' ')} ms
  memory ${before.toFixed(0)} MiB before, ${after.toFixed(0)} MiB after, ${needed.toFixed(0)} MiB without garbage`,
  )
  return [
    reportFigure(
      'calls that failed',
      [...failed.values()].reduce((sum, one) => sum + one, 0),
      { unit: '', most: 0 },
    ),
  ]
}
