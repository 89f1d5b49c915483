import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { createLog } from '#server/lib/log.ts'
import { testPasswords } from './test-logins.ts'
import { startTemporaryDatabase } from './temporary-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated template that every test file clones. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const database = await startTemporaryDatabase()
  await migrate(database.url, createLog('error'), { ...testPasswords, replace: true })
  const client = new pg.Client({ connectionString: database.url.replace(/\/shipmate$/, '/postgres') })
  await client.connect()
  await client.query('alter database shipmate with is_template true allow_connections false')
  await client.end()
  project.provide('databaseUrl', database.url)
  return database.stop
}
