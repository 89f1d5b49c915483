import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '#server/platform/lib/log.ts'
import { problem } from '#server/platform/problem.ts'
import { closePool, createDatabase, createPool, type Database } from './database.ts'
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded.ts'
import { createReplica, reading, type Replica } from './replica.ts'

const log = createLog('silent')
const password = 'thrown-away'

let folder: string
let servers: { primary: EmbeddedDatabase; standby: EmbeddedDatabase }
let pools: { primary: pg.Pool; standby: pg.Pool }
let primary: Database
let replica: Replica

/** Copies a running server and starts the copy as a standby that follows it, as `pg_basebackup --write-recovery-conf` does. */
const startStandby = async (url: string, from: string, to: string): Promise<EmbeddedDatabase> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  execFileSync('cp', ['-a', from, to])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  rmSync(join(to, 'postmaster.pid'))
  writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(to, 'standby.signal'), '')
  const { hostname, port, username } = new URL(url)
  appendFileSync(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  )
  // as root, the server runs as another user
  const { uid, gid } = statSync(join(to, 'PG_VERSION'))
  for (const name of ['backup_label', 'standby.signal']) chownSync(join(to, name), uid, gid)
  return startEmbeddedDatabase({ folder: to, password })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shipmate-replica-'))
  chmodSync(folder, 0o711)
  const [from, to] = [join(folder, 'primary'), join(folder, 'standby')]
  const first = await startEmbeddedDatabase({ folder: from, password })
  servers = { primary: first, standby: await startStandby(first.url, from, to) }
  const open = (url: string) => createPool({ url, asApp: false, log, max: 3 })
  pools = { primary: open(first.url), standby: open(servers.standby.url) }
  primary = createDatabase(pools.primary)
  await sql`create table seen (number integer primary key)`.execute(primary)
})
afterAll(async () => {
  await Promise.all([closePool(pools.primary), closePool(pools.standby)])
  await Promise.all([servers.primary.stop(), servers.standby.stop()])
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  replica = createReplica({ primary: pools.primary, copy: pools.standby, log })
})

const add = (number: number) => sql`insert into seen values (${number})`.execute(primary)

/** Reads the numbers and whether they come from the standby. */
const numbers = () =>
  reading({ db: primary, services: { replica, log } }, async ({ db }) => {
    const { rows } = await sql<{ all: number[]; is_copy: boolean }>`
      select array_agg(number order by number) as all, pg_is_in_recovery() as is_copy from seen`.execute(db)
    return rows[0]
  })

it('a long read sees on the standby what was committed just before it', async () => {
  for (let number = 1; number <= 30; number += 1) {
    await add(number)
    const read = await numbers()
    expect([read?.is_copy, read?.all.at(-1)]).toEqual([true, number])
  }
})

it('a standby that falls behind isn’t read until it has caught up', async () => {
  await pools.standby.query('select pg_wal_replay_pause()')
  await add(101)
  expect(await numbers()).toMatchObject({ is_copy: false, all: expect.arrayContaining([101]) })
  // the next report doesn't wait for it again
  const started = performance.now()
  await numbers()
  expect(performance.now() - started).toBeLessThan(1500)
  await pools.standby.query('select pg_wal_replay_resume()')
  replica = createReplica({ primary: pools.primary, copy: pools.standby, log })
  expect(await numbers()).toMatchObject({ is_copy: true, all: expect.arrayContaining([101]) })
})

it('a read that the standby cancels runs on the database, and a refusal doesn’t', async () => {
  let times = 0
  const work = async ({ db }: { readonly db: Database }) => {
    times += 1
    await sql`insert into seen values (102)`.execute(db)
  }
  await reading({ db: primary, services: { replica, log } }, work)
  expect(times).toBe(2)
  const refuse = () => {
    times += 1
    return Promise.reject(problem.notFound())
  }
  await expect(reading({ db: primary, services: { replica, log } }, refuse)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(times).toBe(3)
})

it('another database, or one that doesn’t respond, is never read', async () => {
  const itself = createReplica({ primary: pools.primary, copy: pools.primary, log })
  expect(await itself.inStep()).toBeNull()
  await servers.standby.stop()
  expect(await numbers()).toMatchObject({ is_copy: false })
})
