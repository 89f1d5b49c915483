import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import type { Database } from './database.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const inTransaction = <Result>(work: (db: Database) => Promise<Result>): Promise<Result> =>
  services.services.preparingDb.transaction().execute(work)

const add = async (db: Database, one: number, other: number) =>
  (await sql<{ sum: number }>`select ${one}::int + ${other}::int as sum`.execute(db)).rows

/** Returns how often each statement of this connection whose text ends like this was planned for its values, and not. */
const plansOf = async (db: Database, end: string) =>
  (
    await sql<{ generic: number; custom: number }>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements
      where statement like ${`%${end}`}`.execute(db)
  ).rows

it('a frequent statement is planned once for all values, and gets new values each time', () =>
  inTransaction(async (db) => {
    expect(await add(db, 1, 2)).toEqual([{ sum: 3 }])
    expect(await add(db, 20, 30)).toEqual([{ sum: 50 }])
    expect(await plansOf(db, 'as sum')).toEqual([{ generic: 2, custom: 0 }])
  }))

it('other calls plan for their values', async () => {
  await inTransaction((db) => add(db, 1, 2))
  const { rows } = await services.services.pool.query('show plan_cache_mode')
  expect(rows).not.toEqual([{ plan_cache_mode: 'force_generic_plan' }])
  await services.services.db.transaction().execute(async (db) => {
    await sql`select ${'other'}::text as is_other`.execute(db)
    expect(await plansOf(db, 'as is_other')).toEqual([])
  })
})

it('a statement with every column of a table isn’t prepared: a newer process can add one', () =>
  inTransaction(async (db) => {
    await db.selectFrom('schools').selectAll().where('id', '=', 1).execute()
    await db.selectFrom('schools').selectAll('schools').where('id', '=', 1).execute()
    await db.selectFrom('schools').select('slug').where('id', '=', 1).execute()
    expect(await plansOf(db, 'from "schools" where "id" = $1')).toEqual([{ generic: 1, custom: 0 }])
  }))

it('more texts than connections keep run without being prepared', () =>
  inTransaction(async (db) => {
    for (let column = 0; column < 300; column += 1) {
      const { rows } = await sql<object>`select ${column}::int as ${sql.ref(`n${column}`)}`.execute(db)
      expect(rows).toEqual([{ [`n${column}`]: column }])
    }
    const { rows } = await sql<{ kept: number }>`
      select count(*)::int as kept from pg_prepared_statements where name like 'prepared_%'`.execute(db)
    expect(rows[0]?.kept).toBeGreaterThan(100)
    expect(rows[0]?.kept).toBeLessThanOrEqual(250)
  }))
