import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/lib/log.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { appUrl, queueUrl } from '#server/testing/test-logins.ts'
import { closePool, createDatabase, createPool } from './database.ts'
import type { DatabaseHealth } from './database-health.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

/** Opens a database with one connection. */
const open = (url: string, pulse?: DatabaseHealth) => {
  const pool = createPool({ url, asApp: false, log: createLog('silent'), max: 1, ...(pulse && { pulse }) })
  return { pool, db: createDatabase(pool) }
}

describe('a call that waits for a connection', () => {
  it('is refused as soon as the database stops responding', async () => {
    let trouble: string | null = null
    const listeners: (() => void)[] = []
    const { pool } = open(appUrl(services.url), {
      trouble: () => trouble,
      onAway: (listener) => void listeners.push(listener),
      stop: async () => undefined,
    })
    const first = await pool.connect()
    const waiting = [pool.connect(), pool.query('select 1')].map((work) => work.catch(String))
    trouble = 'The database isn’t responding.'
    for (const listener of listeners) listener()
    const refusal = 'DatabaseOfflineError: The database isn’t responding.'
    expect(await Promise.all([...waiting, pool.query('select 1').catch(String)])).toEqual([
      refusal,
      refusal,
      refusal,
    ])
    trouble = null
    first.release(true)
    expect((await pool.query('select 1 as answer')).rows).toEqual([{ answer: 1 }])
    await pool.end()
  })
})

describe('a pool that was connecting when the database froze', () => {
  it('ends at once', async () => {
    // a frozen database’s kernel still accepts connections
    const frozen = createServer().listen(0, '127.0.0.1')
    await once(frozen, 'listening')
    const { port } = frozen.address() as AddressInfo
    let trouble: string | null = null
    const listeners: (() => void)[] = []
    const { pool } = open(`postgres://shipmate_app@127.0.0.1:${port}/shipmate`, {
      trouble: () => trouble,
      onAway: (listener) => void listeners.push(listener),
      stop: async () => undefined,
    })
    const accepted = once(frozen, 'connection')
    const connecting = pool.connect().catch(String)
    await accepted
    trouble = 'The database isn’t responding.'
    for (const listener of listeners) listener()
    const startedAt = performance.now()
    await closePool(pool)
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect(pool.totalCount).toBe(0)
    expect(await connecting).toBe('DatabaseOfflineError: The database isn’t responding.')
    frozen.close()
  })
})

describe('a connection of a pool', () => {
  it('has its settings, by a statement: a pooler drops the options of a connection', async () => {
    const pool = createPool({
      url: services.url,
      asApp: true,
      statementTimeout: 4000,
      log: createLog('silent'),
    })
    const { rows } = await pool.query(`select current_user, string_agg(setting, ' ' order by name) as settings
      from pg_settings where name in ('TimeZone', 'statement_timeout', 'client_connection_check_interval')`)
    expect(rows).toEqual([{ current_user: 'shipmate_app', settings: '1000 4000 UTC' }])
    expect(pool.options.options).toBeUndefined()
    await pool.end()
  })
})

describe('a transaction whose connection is lost', () => {
  it('fails with the original error, even if the rollback fails too', async () => {
    const { pool, db } = open(appUrl(services.url))
    const lost = new Promise<void>((done) => {
      pool.once('connect', (client) => client.once('end', () => done()))
    })
    const first = new Error('what happened first')
    const work = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(services.owner)
      await lost
      throw first
    })
    await expect(work).rejects.toBe(first)
    await pool.end()
  })
})

describe('a statement whose process was killed', () => {
  it('ends soon after, so that no one waits for its locks until it’s done', async () => {
    const { pool } = open(appUrl(services.url))
    const client = await pool.connect()
    client.on('error', () => undefined)
    const { rows } = await client.query('select pg_backend_pid() as pid, pg_advisory_lock(4711)')
    const asleep = client.query('select pg_sleep(100)').catch(() => undefined)
    const isAsleep = async (): Promise<boolean> => {
      const { rows: found } = await sql`select from pg_stat_activity
        where pid = ${rows[0].pid} and wait_event = 'PgSleep'`.execute(services.owner)
      return found.length === 1
    }
    while (!(await isAsleep()));
    // closes the connection without a word, as the end of a process does
    Reflect.get(client, 'connection').stream.destroy()
    await asleep
    await services.owner.connection().execute(async (owner) => {
      await sql`set lock_timeout = '10s'`.execute(owner)
      // fails if the lock isn't free by then
      const { rows: freed } =
        await sql`select pg_advisory_lock(4711), pg_advisory_unlock(4711) as was_mine`.execute(owner)
      expect(freed).toMatchObject([{ was_mine: true }])
      await sql`reset lock_timeout`.execute(owner)
    })
    client.release(true)
    await pool.end()
  })
})

describe('the database roles', () => {
  /** Returns PostgreSQL’s error for a statement a login can’t run. */
  const refusalOf = async (url: string, statement: string): Promise<string> => {
    const { pool } = open(url)
    try {
      await pool.query(statement)
      return 'allowed'
    } catch (error) {
      return error instanceof Error ? error.message : ''
    } finally {
      await pool.end()
    }
  }

  it.each([
    'set role shipmate',
    'set role shipmate_queue',
    'set session authorization shipmate',
    'create table another (id int)',
    'update history set kind = kind',
    'delete from access_log',
    'select from key_fingerprints',
    'select from graphile_worker._private_jobs',
    `insert into migrations (name) values ('x')`,
    `copy students to program 'cat'`,
  ])('don’t let the application %s', async (statement) => {
    expect(await refusalOf(appUrl(services.url), statement)).toMatch(/permission denied|must be/)
  })

  it.each(['select from students', 'select from jobs', 'set role shipmate', 'set role shipmate_app'])(
    'don’t let the queue %s',
    async (statement) => {
      expect(await refusalOf(queueUrl(services.url), statement)).toMatch(/permission denied/)
    },
  )

  it('don’t make the application a superuser or an owner', async () => {
    const { rows } = await sql<{ rolname: string; is_plain: boolean }>`
      select rolname, not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls) as is_plain
      from pg_roles where rolname in ('shipmate_app', 'shipmate_queue') order by 1`.execute(services.owner)
    expect(rows).toEqual([
      { rolname: 'shipmate_app', is_plain: true },
      { rolname: 'shipmate_queue', is_plain: true },
    ])
    const owned = await sql`
      select from pg_class where relowner = 'shipmate_app'::regrole
      union all select from pg_proc where proowner = 'shipmate_app'::regrole`.execute(services.owner)
    expect(owned.rows).toEqual([])
  })

  it('give the queue its schema and the function that adds jobs, and nothing else', async () => {
    const { rows } = await sql<{ what: string }>`
      select 'not in its schema: ' || oid::regclass as what from pg_class
      where relowner = 'shipmate_queue'::regrole and relnamespace not in ('graphile_worker'::regnamespace, 'pg_toast'::regnamespace)
      union all
      select 'not the queue’s: ' || oid::regclass from pg_class
      where relowner <> 'shipmate_queue'::regrole and relnamespace = 'graphile_worker'::regnamespace
      union all
      select 'not the queue’s: ' || oid::regprocedure from pg_proc
      where proowner <> 'shipmate_queue'::regrole and pronamespace = 'graphile_worker'::regnamespace
      union all
      select 'function: ' || proname from pg_proc
      where proowner = 'shipmate_queue'::regrole and pronamespace <> 'graphile_worker'::regnamespace
      union all
      select 'schema: ' || nspname from pg_namespace where nspowner = 'shipmate_queue'::regrole`.execute(
      services.owner,
    )
    expect(rows.map(({ what }) => what)).toEqual(['function: shipmate_enqueue', 'schema: graphile_worker'])
    expect(await refusalOf(queueUrl(services.url), 'create table public.another (id int)')).toContain(
      'permission denied',
    )
  })
})
