import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { createDatabase, createPool, type Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/lib/log.ts'

const secrets = z.object({ database_password: z.string() })

/** The database of the server under test, with its owner's rights, to build a test's own data. */
export const connectDatabase = (
  dataDir = process.env['E2E_DATA_DIR'] ?? '',
): { db: Database; close(): Promise<void> } => {
  const { database_password } = secrets.parse(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')))
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const url = `postgres://shipmate:${encodeURIComponent(database_password)}@127.0.0.1:${port}/shipmate`
  const pool = createPool({ url, asApp: false, log: createLog('error'), max: 2 })
  return { db: createDatabase(pool), close: () => pool.end() }
}
