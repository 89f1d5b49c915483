import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Secrets } from '#server/platform/lib/secrets.ts'

/** Returns the owner’s URL of a data folder’s embedded database if it’s running, otherwise null. */
export const findRunningDatabase = async (dataDir: string, secrets: Secrets): Promise<string | null> => {
  const file = join(secrets.database_folder ?? join(dataDir, 'postgres'), 'postmaster.pid')
  // the port is on its fourth line
  const port = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[3] : undefined
  if (!port) return null
  const url = `postgres://shipmate:${encodeURIComponent(secrets.database_password)}@127.0.0.1:${port}/shipmate`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    await client.end()
    return url
  } catch {
    return null
  }
}
