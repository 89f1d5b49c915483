import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { randomBytes } from 'node:crypto'
import { canAccess, startEmbeddedDatabase, type EmbeddedDatabase } from '#server/platform/db/embedded.ts'
import { isAlive } from '#server/platform/db/embedded-folder.ts'
import type { Settings } from '#server/platform/lib/env.ts'
import { SettingsError } from '#server/platform/lib/settings-error.ts'
import { ensureSecrets, type Secrets } from '#server/platform/lib/secrets.ts'
import { FolderInUseError, sentenceOf } from './start-failures.ts'

/** Returns the data folder of a server process, or null if it can’t be determined. */
const folderOf = (pid: number): string | null => {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    const given = environment.find((entry) => entry.startsWith('DATA_DIR='))?.slice('DATA_DIR='.length)
    return realpathSync(resolve(readlinkSync(`/proc/${pid}/cwd`), given || './data'))
  } catch {
    return null
  }
}

/**
 * Returns whether a process is a server with this folder. After a crash, its process ID can belong to another
 * program.
 */
const isServerOn = (pid: number, dataDir: string): boolean => {
  const file = `/proc/${pid}/cmdline`
  if (!existsSync(file)) return true
  if (!readFileSync(file, 'utf8').includes('server/main.')) return false
  const folder = folderOf(pid)
  return folder === null || folder === realpathSync(dataDir)
}

/**
 * Locks the data folder, so that only one application uses its embedded database. Returns a function that
 * unlocks it.
 * @throws FolderInUseError
 */
export const lockFolder = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'shipmate.pid')
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (holder > 1 && holder !== process.pid && isAlive(holder) && isServerOn(holder, dataDir))
    throw new FolderInUseError(
      `Shipmate is already running in ${resolve(dataDir)} (process ${holder}). Stop it first, or set a different DATA_DIR.`,
    )
  // one that a command of another user left can be removed, but not written
  rmSync(file, { force: true })
  writeFileSync(file, String(process.pid))
  return () => rmSync(file, { force: true })
}

/**
 * Returns the folder of the database: next to the secrets or, if the database’s user can’t access the default
 * folder, under /var/lib/shipmate with an ID saved next to the secrets.
 * @throws SettingsError with the command that fixes an explicit DATA_DIR
 */
const databaseFolder = (settings: Settings, secrets: Secrets): string => {
  const dataDir = resolve(settings.dataDir)
  chmodSync(dataDir, 0o711)
  if (secrets.database_folder != null) return secrets.database_folder
  if (canAccess(dataDir)) return join(dataDir, 'postgres')
  if (settings.dataDirIsExplicit)
    throw new SettingsError([
      `The database user can’t access DATA_DIR ${dataDir}. Run chmod o+x on its parent folders, or set a different DATA_DIR.`,
    ])
  const folder = join('/var/lib/shipmate', randomBytes(8).toString('hex'), 'postgres')
  ensureSecrets(dataDir, { ...secrets, database_folder: folder })
  process.stdout.write(`The database is stored in ${folder} because its user can’t access ${dataDir}.\n`)
  return folder
}

/** Starts the embedded database of a data folder. `onGone` is called when it stopped and can’t be restarted. */
export const startOwnDatabase = (
  settings: Settings,
  secrets: Secrets,
  onGone?: (sentence: string) => void,
): Promise<EmbeddedDatabase> =>
  startEmbeddedDatabase({
    folder: databaseFolder(settings, secrets),
    password: secrets.database_password,
    ...(onGone ? { onGone } : {}),
  })

/** Messages for the error codes of a listening socket. */
const portSentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Another program is using port ${port} on ${host}. Stop it, or set a different PORT.`,
  EACCES: (_host, port) => `This user can’t listen on port ${port}. Set PORT to a number above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} isn’t an address of this machine.`,
  ENOTFOUND: (host) => `HOST ${host} doesn’t exist.`,
}

/** Runs a function that listens on the port. @throws SettingsError if the address can’t be used */
export const listenOn = async <T>({ host, port }: Settings, listen: () => Promise<T>): Promise<T> => {
  try {
    return await listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const sentence = portSentences[code]
    throw sentence ? new SettingsError([sentence(host, port)]) : error
  }
}

/**
 * Tries the folder for temporary files, which the first upload needs at the latest.
 * @throws SettingsError if no files can be created there
 */
export const assertTemporaryFolder = (): void => {
  const folder = tmpdir()
  try {
    rmdirSync(mkdtempSync(join(folder, 'shipmate-start-')))
  } catch (error) {
    const why = existsSync(folder) ? sentenceOf(error) : `${folder} doesn’t exist.`
    throw new SettingsError([
      `Shipmate can’t create temporary files. ${why ?? ''} Set TMPDIR to a folder that its user can write to.`,
    ])
  }
}

/** Tries the port before anything else starts. @throws SettingsError */
export const assertPortIsFree = (settings: Settings): Promise<void> =>
  listenOn(
    settings,
    () =>
      new Promise((done, fail) => {
        const probe = createServer().once('error', fail)
        probe.listen(settings.port, settings.host, () => probe.close(() => done()))
      }),
  )
