/**
 * `npm run queue-faults -- 10`: kills, freezes and disconnects the database 10 times each while jobs of different kinds run,
 * some of which fail. After each fault, all jobs have to end within 30 s; a queue that doesn’t is dead. Exits with 1 if one was.
 */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Services } from '#server/platform/context.ts'
import { watchDatabase } from '#server/platform/db/database-health.ts'
import { createDatabase, createPool } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { task } from '#server/platform/jobs/task.ts'
import { createWorkerHealth } from '#server/platform/jobs/worker-health.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { signalAll } from '#server/testing/own-database.ts'
import { startTemporaryDatabase } from '#server/testing/temporary-database.ts'

const [many = '10'] = process.argv.slice(2)
const log = createLog('silent')
const database = await startTemporaryDatabase()
await migrate(database.url, log)

const kinds = ['inside', 'outbound'].flatMap((group) =>
  [true, false].map((fails) =>
    task({
      name: `${group}_${fails ? 'fails' : 'succeeds'}`,
      payload: z.object({}),
      ...(group === 'outbound' ? { isOutbound: true as const } : {}),
      run: async (_services, _payload, { isLast }) => {
        await sleep(randomInt(200, 3000))
        if (fails && !isLast) throw new Error('It failed.')
      },
      abandon: () => Promise.resolve(),
    }),
  ),
)

const ask = async (text: string): Promise<pg.QueryResult<{ many: number; folder: string }>> => {
  const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await client.query(text)
  } finally {
    void client.end().catch(() => undefined)
  }
}
const insist = async (text: string) => {
  for (;;) {
    const answer = await ask(text).catch(() => null)
    if (answer) return answer
    await sleep(100)
  }
}
const folder =
  (await ask(`select current_setting('data_directory') as folder, 0 as many`)).rows[0]?.folder ?? ''
const postmaster = (): number => Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0])

const start = () => {
  const pulse = watchDatabase(database.url, log)
  const queue = createPool({ url: database.url, asApp: false, log, max: 10, statementTimeout: 0, pulse })
  // the workers and these jobs use nothing else
  const services = {
    db: createDatabase(queue),
    log,
    workers: createWorkerHealth(),
    databaseTrouble: pulse.trouble,
  } as Services
  const worker = startWorker(services, queue, kinds)
  return async (): Promise<boolean> => {
    const stopped = await Promise.race([worker.stop().then(() => true), sleep(15_000).then(() => false)])
    await pulse.stop()
    await Promise.race([queue.end(), sleep(1000)])
    return stopped
  }
}

const faults: Readonly<Record<string, () => Promise<unknown>>> = {
  database: async () => process.kill(postmaster(), 'SIGKILL'),
  freeze: async () => {
    const pid = postmaster()
    signalAll(pid, 'SIGSTOP')
    await sleep(8000)
    signalAll(pid, 'SIGCONT')
  },
  connections: () =>
    insist(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shipmate' and pid <> pg_backend_pid()`,
    ),
}

const add = (count: number) =>
  insist(`select graphile_worker.add_job((array['${kinds.map(({ name }) => name).join("','")}'])[1 + n % 4],
    max_attempts => 2) from generate_series(1, ${count}) n`)

/** Returns whether every job ends within 30 s. */
const ends = async (): Promise<boolean> => {
  for (let waited = 0; waited < 30; waited += 1) {
    // a job that failed is tried again after some seconds; that isn't what's measured
    await insist('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
    const { rows } = await insist(
      `select count(*)::int as many, '' as folder from graphile_worker._private_jobs where attempts < max_attempts or locked_at is not null`,
    )
    if (rows[0]?.many === 0) return true
    await sleep(1000)
  }
  return false
}

process.on('unhandledRejection', () => undefined)
let dead = 0
for (const [kind, fault] of Object.entries(faults)) {
  let [stuck, unstopped] = [0, 0]
  for (let nth = 0; nth < Number(many); nth += 1) {
    const stop = start()
    await add(12)
    await sleep(randomInt(300, 2500))
    await fault()
    if (!(await ends())) stuck += 1
    if (!(await stop())) unstopped += 1
    await insist('delete from graphile_worker._private_jobs')
  }
  dead += stuck + unstopped
  console.log(
    `${kind.padEnd(12)} ${many} faults: ${stuck} times jobs didn’t end, ${unstopped} times the workers didn’t stop`,
  )
}
await database.stop()
process.exit(dead === 0 ? 0 : 1)
