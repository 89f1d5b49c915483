import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestRestart } from '#server/platform/db/embedded.ts'
import { offlineAfter } from '#server/platform/db/database-health.ts'
import { connectAsOwner, postmasterOf, signalAll } from '#server/testing/own-database.ts'
import {
  freePort,
  newDataDir,
  startServerProcess,
  type ServerProcess,
} from '#server/testing/server-process.ts'

const dataDir = newDataDir()
let server: ServerProcess
beforeAll(async () => {
  server = startServerProcess({ PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: 'off' })
  await server.ready()
})
afterAll(async () => {
  await server.end('SIGTERM')
})

/** Resolves when a state is reached and lasts. */
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((next) => setTimeout(next, 50))
}
const isReady = async (): Promise<boolean> => (await fetch(`${server.base}/health/ready`)).status === 200

/** Returns the response of a call. */
const call = async (path: string) => {
  const answer = await fetch(server.base + path, { headers: { cookie: 'shipmate_session=any' } })
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: (await answer.json()) as Record<string, unknown>,
  }
}

describe('a server whose database is frozen', () => {
  it('returns 503 within 3 s, in readiness too, and recovers', async () => {
    const postmaster = postmasterOf(dataDir)
    expect((await call('/api/me')).status).toBe(401)
    signalAll(postmaster, 'SIGSTOP')
    try {
      const answers = await Promise.all(['/api/me', '/health/ready', '/api/schools'].map(call))
      // a different response once the outage is detected
      answers.push(await call('/api/me'))
      for (const { status, retryAfter } of answers) expect([status, retryAfter]).toEqual([503, '5'])
      expect(offlineAfter).toBeLessThan(3000)
      expect((await call('/health/ready')).body['message']).toBe('The database isn’t responding.')
      const metrics = await fetch(`${server.base}/metrics`)
      expect([metrics.status, await metrics.text()]).toEqual([
        200,
        expect.stringMatching(/^shipmate_http_requests_total[^]*^shipmate_database\{state="up"\} 0$/m),
      ])
      expect((await call('/health/live')).body).toEqual({
        status: 'ok',
        database: 'The database isn’t responding.',
      })
    } finally {
      signalAll(postmaster, 'SIGCONT')
    }
    await until(isReady)
    expect((await call('/api/me')).status).toBe(401)
  })
})

/** Returns whether the queue has started: before, its library prints a stack if the database goes away. */
const hasLookedForJobs = async (owner: pg.Client): Promise<boolean> => {
  const { rowCount } = await owner.query(
    `select from pg_stat_activity where usename = 'shipmate_queue' and query ilike '%skip locked%'`,
  )
  return rowCount !== null && rowCount > 0
}

describe('a server that is stopped while its database is frozen', () => {
  it('ends with one sentence, without waiting for it; the next start recovers', async () => {
    const folder = newDataDir()
    const start = async (): Promise<ServerProcess> => {
      const started = startServerProcess({ PORT: String(await freePort()), DATA_DIR: folder, DEMO: 'off' })
      await started.ready()
      return started
    }
    const first = await start()
    const postmaster = postmasterOf(folder)
    const owner = await connectAsOwner(folder)
    await owner.query(`create table survivors as select 'saved' as word`)
    owner.on('error', () => undefined)
    await until(async () => await hasLookedForJobs(owner))
    signalAll(postmaster, 'SIGSTOP')
    // nothing thaws the database: without a limit, this would never end
    const code = await first.end('SIGTERM')
    expect([code, first.output()]).toEqual([
      0,
      expect.stringContaining(
        'The embedded database didn’t respond and was ended. The next start recovers it.',
      ),
    ])
    expect(first.output()).not.toMatch(/^\s+at /m)
    expect(existsSync(join(folder, 'shipmate.pid'))).toBe(false)
    const second = await start()
    const again = await connectAsOwner(folder)
    expect((await again.query('select word from survivors')).rows).toEqual([{ word: 'saved' }])
    await again.end()
    expect(await second.end('SIGTERM')).toBe(0)
  })
})

describe('a server whose embedded database is killed', () => {
  it('restarts it within 10 s, as often as needed', async () => {
    for (let kill = 0; kill < 3; kill += 1) {
      const postmaster = postmasterOf(dataDir)
      process.kill(postmaster, 'SIGKILL')
      await until(async () => {
        try {
          return postmasterOf(dataDir) !== postmaster && (await isReady())
        } catch {
          return false
        }
      })
    }
    expect(server.child.exitCode).toBeNull()
    expect(longestRestart).toBeLessThan(10_000)
  })

  it('stops with a message if it can’t be restarted, and reports the problem until then', async () => {
    const folder = join(dataDir, 'postgres')
    const postmaster = postmasterOf(dataDir)
    renameSync(folder, `${folder}-away`)
    process.kill(postmaster, 'SIGKILL')
    const sentence = 'The embedded database stopped. Restarting it.'
    await until(async () => (await call('/health/live')).body['database'] === sentence)
    expect(await call('/health/ready')).toMatchObject({ status: 503, body: { message: sentence } })
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain(
      'Shipmate stopped.\nThe embedded database stopped, and 5 attempts to restart it failed',
    )
    expect(server.output()).not.toMatch(/^\s+at /m)
  })
})
