import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { testPasswords } from './test-logins.ts'
import { startTemporaryDatabase } from './temporary-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    /** 15 or 18. */
    postgresqlVersion: number
  }
}

/** The project of vitest.config.ts that runs on the oldest PostgreSQL we support. */
const oldestProject = 'server on PostgreSQL 15'

/**
 * Starts one PostgreSQL for the whole run, with a migrated template that every test file clones. `POSTGRESQL=15` runs
 * every test on the oldest version (`npm run test-on-15`).
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const isOldest = project.name === oldestProject || process.env['POSTGRESQL'] === '15'
  const version = isOldest ? 15 : 18
  const database = await startTemporaryDatabase({ version })
  await migrate(database.url, createLog('error'), { passwords: { ...testPasswords, replace: true } })
  const client = new pg.Client({ connectionString: database.url.replace(/\/shipmate$/, '/postgres') })
  await client.connect()
  await client.query('alter database shipmate with is_template true allow_connections false')
  await client.end()
  project.provide('databaseUrl', database.url)
  project.provide('postgresqlVersion', version)
  return database.stop
}
