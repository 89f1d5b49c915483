import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { inject, describe, expect, it } from 'vitest'
import { createDatabase, createPool } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { freePort, newDataDir, sessionOn, startServerProcess } from '#server/testing/server-process.ts'
import { cloneDatabase } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'

const environment = async (more: Record<string, string> = {}) => ({
  PORT: String(await freePort()),
  DATA_DIR: newDataDir(),
  DEMO: 'off',
  ...more,
})

describe('a server process', () => {
  it('says what is wrong with its settings, one sentence each, and doesn’t start', async () => {
    const server = startServerProcess(
      await environment({ PORT: 'x', ADMIN_ORIGINS: 'nowhere', DEMO: 'maybe' }),
    )
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain('PORT must be a number')
    expect(server.output()).toContain('ADMIN_ORIGINS must be origins')
    expect(server.output()).toContain('DEMO must be on or off')
  })

  it('refuses the demo with an https address', async () => {
    const server = startServerProcess(await environment({ DEMO: 'on', PUBLIC_URL: 'https://x.example' }))
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain('DEMO=on can’t be used with an https PUBLIC_URL')
  })

  it('starts without Node’s TypeScript compiler and fetch, which take 15 MiB, once everything is in the compile cache', async () => {
    const report = `process.on('exit', () => console.log('unneeded:', process.moduleLoadList.filter((name) => /amaro|undici/.test(name)).length))`
    const start = async () => {
      const server = startServerProcess({
        ...(await environment({ PORT: 'x' })),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}`,
      })
      await server.exit
      return server.output()
    }
    await start()
    expect(await start()).toContain('unneeded: 0')
  })

  it('locks its folder, keeps its secrets, and stops cleanly', async () => {
    const env = await environment()
    const server = startServerProcess(env)
    await server.ready()
    expect(server.output()).toContain('/login/first-admin?token=')
    expect(statSync(join(env.DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600)
    const second = startServerProcess({ ...env, PORT: String(await freePort()) })
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain('Shipmate is already running in')
    const postgres = Number(
      readFileSync(join(env.DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    expect(await server.end('SIGINT')).toBe(0)
    expect(() => process.kill(postgres, 0)).toThrow('ESRCH')
  })

  it('restarts after kill -9, even if its database is still running', async () => {
    const env = await environment()
    const first = startServerProcess(env)
    await first.ready()
    await first.end('SIGKILL')
    const second = startServerProcess(env)
    await second.ready()
    expect((await fetch(`${second.base}/health/ready`)).status).toBe(200)
    // its pauses take their time
    const startedAt = performance.now()
    expect((await fetch(`${second.base}/api/public/form-submissions/${'x'.repeat(43)}`)).status).toBe(404)
    expect(performance.now() - startedAt).toBeGreaterThan(245)
    expect(await second.end('SIGTERM')).toBe(0)
  })
})

describe('2 server processes with one PostgreSQL', () => {
  it('share sessions, and end them at once in both', async () => {
    const url = await cloneDatabase(inject('databaseUrl'))
    const shared = { DATABASE_URL: url, DATA_DIR: newDataDir() }
    const one = startServerProcess(await environment(shared))
    await one.ready()
    const other = startServerProcess(await environment(shared))
    await other.ready()
    const pool = createPool({ url, asApp: false, log: createLog('silent'), max: 1 })
    const userId = await buildUser(createDatabase(pool), { permission: 'shipmate_admin' })
    await pool.end()
    const { call } = await sessionOn(url, userId)
    expect((await call(one, 'GET', '/api/me')).status).toBe(200)
    expect((await call(other, 'GET', '/api/me')).status).toBe(200)
    expect((await call(other, 'POST', '/logout')).status).toBe(204)
    expect((await call(one, 'GET', '/api/me')).status).toBe(401)
    await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])
  })
})

describe('kill -9 during a bulk change', () => {
  it('leaves nothing half done, and the next process finishes it once', async () => {
    const url = await cloneDatabase(inject('databaseUrl'))
    const pool = createPool({ url, asApp: false, log: createLog('silent'), max: 3 })
    const db = createDatabase(pool)
    const schoolId = await buildSchool(db)
    const periodId = await buildPeriod(db, { school_id: schoolId })
    const userId = await buildUser(db, { permission: 'shipmate_admin' })
    await pool.query(
      `with made as (
         insert into students (school_id, first_name, last_name, dob, sid)
         select $1, 'N', 'Many', '2000-01-01', 'many-' || n from generate_series(1, 10001) n returning id, sort_name)
       insert into student_periods (school_id, period_id, student_id, sort_name)
       select $1, $2, id, sort_name from made`,
      [schoolId, periodId],
    )
    const shared = { DATABASE_URL: url, DATA_DIR: newDataDir() }
    const first = startServerProcess(await environment(shared))
    await first.ready()
    // another connection has locked one row, so the change waits in the middle of its work
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query(
      'select from student_periods where period_id = $1 order by id desc limit 1 for update',
      [periodId],
    )
    const { call } = await sessionOn(url, userId)
    const asked = await call(first, 'POST', '/api/student-periods/bulk-operations/update-coverage-statuses', {
      selection: { period_id: periodId },
      dental_status: 'declined',
    })
    expect(asked.status).toBe(202)
    await until(async () => (await countWaiting(pool)) === 1)
    await first.end('SIGKILL')
    await holder.query('rollback')
    holder.release()
    const declined = async (): Promise<number> =>
      (
        await pool.query(`select from student_periods where period_id = $1 and dental_status = 'declined'`, [
          periodId,
        ])
      ).rowCount ?? 0
    await until(async () => (await countWaiting(pool)) === 0)
    expect(await declined()).toBe(0)
    const second = startServerProcess(await environment(shared))
    await second.ready()
    await until(async () => (await pool.query(`select from jobs where state = 'done'`)).rowCount === 1)
    expect(await declined()).toBe(10_001)
    const entries = await pool.query(`select from history where kind = 'coverage_status_changed'`)
    expect(entries.rowCount).toBe(10_001)
    await second.end('SIGTERM')
    await pool.end()
  })
})

/** Returns how many connections wait for a lock in a test’s database. */
const countWaiting = async (pool: pg.Pool): Promise<number> =>
  (
    await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount ?? 0

/** Resolves when a state is reached and lasts. */
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((next) => setTimeout(next, 20))
}
