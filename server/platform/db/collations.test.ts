import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#server/platform/lib/log.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { rebuildAfterNewCollation } from './collations.ts'

let services: TestServices
let client: pg.Client
beforeAll(async () => {
  services = await startTestServices()
  client = new pg.Client({ connectionString: services.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await services.close()
})

const rebuild = () => rebuildAfterNewCollation(client, createLog('silent'))

/** Returns the file of an index, which is a new one after it’s rebuilt. */
const fileOfIndex = async (): Promise<string> => {
  const { rows } = await client.query<{ file: string }>(
    `select pg_relation_filenode('students_pkey')::text as file`,
  )
  return rows[0]?.file ?? ''
}

it('indexes are rebuilt once when a collation has another version, and not otherwise', async () => {
  expect(await rebuild()).toBe(false)
  const before = await fileOfIndex()
  // a collation of which the database notes a version, as a column has one
  await client.query(`create collation of_a_test (provider = icu, locale = 'en')`)
  await client.query('create table with_collation (name text collate of_a_test)')
  await client.query(`update pg_collation set collversion = '0' where collname = 'of_a_test'`)
  expect(await rebuild()).toBe(true)
  expect(await fileOfIndex()).not.toBe(before)
  expect(await rebuild()).toBe(false)
})

it('an owner who may not do it is warned, and the start goes on', async () => {
  await client.query(`update pg_collation set collversion = '0' where collname = 'of_a_test'`)
  await client.query('set role shipmate_app')
  expect(await rebuild()).toBe(true)
  await client.query('reset role')
  expect(await rebuild()).toBe(true)
})
