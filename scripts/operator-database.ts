/** The database for the commands that operators run, also while a server uses it. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { logAccess } from '#server/platform/history/index.ts'
import { createDatabase, createPool, type Database } from '#server/platform/db/database.ts'
import { findRunningDatabase } from '#server/platform/db/running.ts'
import { systemClock } from '#server/platform/lib/clock.ts'
import { readSettings, type Settings } from '#server/platform/lib/env.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { readSecrets } from '#server/platform/lib/secrets.ts'
import { SettingsError } from '#server/platform/lib/settings-error.ts'
import { lockFolder, startOwnDatabase } from '#server/app/start.ts'

interface OperatorDatabase {
  readonly db: Database
  /** The owner’s login. */
  readonly url: string
  readonly settings: Settings
  readonly secrets: ReturnType<typeof readSecrets>
}

/** Checks that a command has the settings of a server, so that it doesn’t create an empty one. @throws SettingsError */
export const assertIsInstalled = ({ databaseUrl, dataDir }: Settings): void => {
  if (databaseUrl !== null || existsSync(join(dataDir, 'secrets.json'))) return
  throw new SettingsError([
    `There’s no Shipmate in ${resolve(dataDir)}. Run the command with the settings of the server: DATA_DIR, or DATABASE_URL.`,
  ])
}

/** Does something with the database of a server as its owner, and releases it, also if that fails. @throws SettingsError */
export const withDatabase = async <T>(use: (database: OperatorDatabase) => Promise<T>): Promise<T> => {
  const settings = readSettings(process.env)
  assertIsInstalled(settings)
  return withDatabaseOf(settings, use)
}

/** Does something with the database of settings as its owner, also with one that’s still to be filled. */
export const withDatabaseOf = async <T>(
  settings: Settings,
  use: (database: OperatorDatabase) => Promise<T>,
): Promise<T> => {
  const secrets = readSecrets(settings.dataDir)
  const { url, release } = await findDatabase(settings, secrets)
  const pool = createPool({ url, asApp: false, log: createLog('warn'), statementTimeout: 0 })
  try {
    return await use({ db: createDatabase(pool), url, settings, secrets })
  } finally {
    await pool.end()
    await release()
  }
}

/** Records that an operator was shown something with which a user signs in. */
export const logReveal = (db: Database, command: string, userId: number, detail: string): Promise<unknown> =>
  logAccess(
    db,
    { clock: systemClock },
    { caller: null, requestId: command, address: null },
    { action: 'reveal', subject_type: 'user', subject_id: userId, detail },
  )

/** Returns the address of the running database, or of one that it starts, and how to release it. */
const findDatabase = async (settings: Settings, secrets: ReturnType<typeof readSecrets>) => {
  const given = settings.databaseOwnerUrl ?? settings.databaseUrl
  const running = given ?? (await findRunningDatabase(settings.dataDir, secrets))
  if (running !== null) return { url: running, release: () => Promise.resolve() }
  const unlock = lockFolder(settings.dataDir)
  try {
    const own = await startOwnDatabase(settings, secrets)
    return { url: own.url, release: () => own.stop().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}
