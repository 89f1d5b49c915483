import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import type { Database } from './database.ts'
import { runPrepared } from './prepared.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const add = (db: Database, one: number, other: number) =>
  runPrepared(db, sql<{ sum: number }>`select ${one}::int + ${other}::int as sum`.compile(db))

it('a prepared statement is parsed once, and gets new values each time', () =>
  services.owner.transaction().execute(async (db) => {
    expect(await add(db, 1, 2)).toEqual([{ sum: 3 }])
    expect(await add(db, 20, 30)).toEqual([{ sum: 50 }])
    const { rows } = await sql<{ runs: number }>`
      select generic_plans + custom_plans as runs from pg_prepared_statements where statement like '%as sum'`.execute(
      db,
    )
    expect(rows).toEqual([{ runs: 2 }])
  }))

it('more texts than connections keep run without being prepared', () =>
  services.owner.transaction().execute(async (db) => {
    for (let column = 0; column < 40; column += 1) {
      const found = await runPrepared(
        db,
        sql<object>`select ${column}::int as ${sql.ref(`n${column}`)}`.compile(db),
      )
      expect(found).toEqual([{ [`n${column}`]: column }])
    }
    const { rows } = await sql<{ kept: number }>`
      select count(*)::int as kept from pg_prepared_statements where name like 'prepared_%'`.execute(db)
    expect(rows[0]?.kept).toBeLessThanOrEqual(20)
  }))
