import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { randomBytes } from 'node:crypto'
import { mayReach, startEmbeddedDatabase, type EmbeddedDatabase } from './db/embedded.ts'
import { SettingsError, type Settings } from './lib/env.ts'
import { keepSecrets, type Secrets } from './lib/secrets.ts'
import { FolderInUseError } from './start-failures.ts'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The data folder of a server process, null where it can't be told. */
const folderOf = (pid: number): string | null => {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    const given = environment.find((entry) => entry.startsWith('DATA_DIR='))?.slice('DATA_DIR='.length)
    return realpathSync(resolve(readlinkSync(`/proc/${pid}/cwd`), given || './data'))
  } catch {
    return null
  }
}

/** Reports whether a process is a server on this folder: after a crash its number may belong to any other process. */
const isServerOn = (pid: number, dataDir: string): boolean => {
  const file = `/proc/${pid}/cmdline`
  if (!existsSync(file)) return true
  if (!readFileSync(file, 'utf8').includes('server/main.ts')) return false
  const folder = folderOf(pid)
  return folder === null || folder === realpathSync(dataDir)
}

/** Allows one application per embedded database. Returns how to let go. @throws FolderInUseError */
export const holdFolder = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'shipmate.pid')
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (holder > 1 && holder !== process.pid && isAlive(holder) && isServerOn(holder, dataDir))
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

/** Starts the embedded database of a data folder. `onGone` is told when it ended and can't be restarted. */
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

/** What a listening socket says of its address. */
const portSentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Another program uses port ${port} of ${host}. Stop it, or set PORT to another number.`,
  EACCES: (_host, port) => `This user may not listen on port ${port}. Set PORT to a number above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `HOST ${host} is not known.`,
}

/** Runs what listens on the port. @throws SettingsError when the address can't be used */
export const listening = async <T>({ host, port }: Settings, listen: () => Promise<T>): Promise<T> => {
  try {
    return await listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const sentence = portSentences[code]
    throw sentence ? new SettingsError([sentence(host, port)]) : error
  }
}

/** Tries the port before anything is started or loaded. @throws SettingsError */
export const assertPortIsFree = (settings: Settings): Promise<void> =>
  listening(
    settings,
    () =>
      new Promise((done, fail) => {
        const probe = createServer().once('error', fail)
        probe.listen(settings.port, settings.host, () => probe.close(() => done()))
      }),
  )
