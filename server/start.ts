import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { randomBytes } from 'node:crypto'
import {
  EmbeddedDatabaseError,
  mayReach,
  startEmbeddedDatabase,
  type EmbeddedDatabase,
} from './db/embedded.ts'
import { SettingsError, type Settings } from './lib/env.ts'
import { keepSecrets, type Secrets } from './lib/secrets.ts'

/** Another Shipmate works on this data folder. */
export class FolderInUseError extends Error {}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Whether a process is one of ours: after a crash its number may be somebody else's by now. */
const isShipmate = (pid: number): boolean => {
  const file = `/proc/${pid}/cmdline`
  return !existsSync(file) || readFileSync(file, 'utf8').includes('server/main.ts')
}

/** One application to an embedded database. Answers how to let go. @throws FolderInUseError */
export const holdFolder = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'shipmate.pid')
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (holder > 1 && holder !== process.pid && isAlive(holder) && isShipmate(holder))
    throw new FolderInUseError(
      `Shipmate is already running on ${resolve(dataDir)} (process ${holder}). Stop it first, or give this one a DATA_DIR of its own.`,
    )
  writeFileSync(file, String(process.pid))
  return () => rmSync(file, { force: true })
}

/**
 * Where the database lives: beside the secrets, or, where its user cannot reach the default folder,
 * under /var/lib/shipmate, remembered by an id beside the secrets.
 * @throws SettingsError with the command that mends an explicit DATA_DIR out of reach
 */
const databaseFolder = (settings: Settings, secrets: Secrets): string => {
  const dataDir = resolve(settings.dataDir)
  chmodSync(dataDir, 0o711)
  if (secrets.database_folder != null) return secrets.database_folder
  if (mayReach(dataDir)) return join(dataDir, 'postgres')
  if (settings.dataDirIsExplicit)
    throw new SettingsError([
      `The database's user cannot reach DATA_DIR ${dataDir}. Run: chmod o+x on the folders above it, or choose another DATA_DIR.`,
    ])
  const folder = join('/var/lib/shipmate', randomBytes(8).toString('hex'), 'postgres')
  keepSecrets(dataDir, { ...secrets, database_folder: folder })
  process.stdout.write(`The database is kept in ${folder}: its user cannot reach ${dataDir}.\n`)
  return folder
}

/** Starts the embedded database of a data folder. */
export const startOwnDatabase = (settings: Settings, secrets: Secrets): Promise<EmbeddedDatabase> =>
  startEmbeddedDatabase({ folder: databaseFolder(settings, secrets), password: secrets.database_password })

/** Failures at start that are told in a sentence rather than a stack. */
export const isTold = (error: unknown): error is Error =>
  error instanceof SettingsError ||
  error instanceof FolderInUseError ||
  error instanceof EmbeddedDatabaseError
