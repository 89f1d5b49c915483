import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, createPool, type Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { copyDatabase } from '#server/testing/copy-database.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { sealAllHistory } from '#server/testing/seal-all-history.ts'
import { startTemporaryDatabase } from '#server/testing/temporary-database.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { queueMessages } from '#server/outputs/webhooks/commands/queue-messages.ts'
import { sealAll } from './sealer.ts'
import { verifyChain } from './verify.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await confirmAdmin({ services, adminId: world.adminId })
  const address = 'https://hooks.example.edu'
  await world.admin.post(`/api/schools/${world.schoolId}/webhooks`, {
    address,
    events: ['coverage_status.changed'],
  })
})
afterAll(() => services.close())

/** An admin gives a student another status. */
const change = async (): Promise<void> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'waiver_submitted',
  })
  const body = { medical_status: 'waived', override_reason: 'On the phone' }
  expect((await world.admin.put(`/api/student-periods/${id}`, body)).status).toBe(200)
}

/** Writes the last entry of the history again, as another change would. */
const repeatLastEntry = (db: Database) =>
  sql`insert into history (change_id, at, cause, subject_type, subject_id, school_id, student_id, student_period_id, kind, changes)
    select change_id, now() - interval '5 minutes', cause, subject_type, subject_id, school_id, student_id, student_period_id,
      kind, changes from history where kind = 'coverage_status_changed' order by id desc limit 1`.execute(db)

describe('after a restore into a new cluster', () => {
  it('entries are sealed, the chain stays whole, and webhooks are told of each change once', async () => {
    await change()
    await sealAllHistory(services)
    expect(await queueMessages(services.services)).toBe(1)
    // so that the old cluster's transaction numbers are higher than the new one's
    const burner = new pg.Client({ connectionString: services.url })
    await burner.connect()
    await burner.query(
      'do $$ begin for i in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$',
    )
    await burner.end()
    await change()
    const cluster = await startTemporaryDatabase()
    try {
      await copyDatabase(services.url, cluster.url)
      const pool = createPool({ url: cluster.url, asApp: false, log: createLog('silent'), max: 2 })
      const db = createDatabase(pool)
      const before = await verifyChain(db, 'history', services.services.keys)
      await repeatLastEntry(db)
      expect(await verifyChain(db, 'history', services.services.keys)).toMatchObject({
        unsealed: before.unsealed + 1,
        overdue: before.overdue + 1,
      })
      await sealAll(db)
      expect(await verifyChain(db, 'history', services.services.keys)).toMatchObject({
        sealed: before.sealed + before.unsealed + 1,
        unsealed: 0,
        overdue: 0,
        breaks: [],
      })
      // the one before the copy that wasn't told yet, and the one after it
      const restored = { ...services.services, db }
      expect(await queueMessages(restored)).toBe(1)
      await repeatLastEntry(db)
      await sealAll(db)
      expect([await queueMessages(restored), await queueMessages(restored)]).toEqual([1, 0])
      await pool.end()
    } finally {
      await cluster.stop()
    }
  })
})

describe('while a transaction of another database, or of this one, stays open', () => {
  it.each([
    ['another database', (url: string) => url.replace(/\/[^/]+$/, '/postgres')],
    ['this database', (url: string) => url],
  ])('of %s, entries are sealed and webhooks are told', async (_which, of) => {
    const idle = new pg.Client({ connectionString: of(services.url) })
    await idle.connect()
    await idle.query('begin')
    await idle.query('select pg_current_xact_id()')
    await change()
    await sealAll(services.services.db)
    expect(await verifyChain(services.owner, 'history', services.services.keys)).toMatchObject({
      unsealed: 0,
      breaks: [],
    })
    expect(await queueMessages(services.services)).toBeGreaterThan(0)
    await idle.end()
  })

  it('what it writes is sealed and told after its commit, behind what was committed before', async () => {
    const late = new pg.Client({ connectionString: services.url })
    await late.connect()
    await late.query('begin')
    await late.query(`insert into history (change_id, at, cause, subject_type, subject_id, school_id, kind, changes)
      select change_id, at, cause, subject_type, subject_id, school_id, kind, changes from history
      where kind = 'coverage_status_changed' limit 1`)
    await change()
    await sealAllHistory(services)
    await queueMessages(services.services)
    await late.query('commit')
    await late.end()
    await sealAllHistory(services)
    expect((await verifyChain(services.owner, 'history', services.services.keys)).breaks).toEqual([])
    expect(await queueMessages(services.services)).toBe(1)
  })
})

it('metrics show how long an entry waits for its seal', async () => {
  await sealAllHistory(services)
  await sql`insert into unsealed_entries values ('history', 0, now() - interval '5 minutes')`.execute(
    services.owner,
  )
  const { payload } = await services.app.inject({
    method: 'GET',
    url: '/metrics',
    remoteAddress: '127.0.0.1',
  })
  expect(payload).toMatch(/\nshipmate_oldest_unsealed_seconds\{log="history"\} 30\d\n/)
  expect(payload).toContain('\nshipmate_oldest_unsealed_seconds{log="access_log"} 0\n')
})
