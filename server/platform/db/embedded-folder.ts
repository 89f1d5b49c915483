import { randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedDatabaseError, identity, nobodyId, type EmbeddedVersion } from './embedded-programs.ts'

/** The superuser of an embedded database, and the owner of everything in it. */
export const superuser = 'shipmate'

/**
 * Creates the database folder on the first start. The folder is renamed when it’s complete, so a power failure
 * leaves either no database or a complete one.
 * @throws EmbeddedDatabaseError if the folder is another user’s, incomplete, or of another version of PostgreSQL
 */
export const makeFolder = (
  bin: string,
  folder: string,
  { password, version }: { readonly password: string; readonly version: EmbeddedVersion },
): void => {
  removeUnfinished(folder)
  if (isComplete(folder)) {
    assertOwner(folder)
    return assertVersion(folder, version)
  }
  removeWithoutControlFile(folder)
  const unfinished = `${folder}${mark}${randomBytes(4).toString('hex')}`
  initialise(bin, unfinished, password)
  renameSync(unfinished, folder)
  const parent = openSync(dirname(folder), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** The name part of an incomplete folder. */
const mark = '.unfinished-'

/** Removes incomplete folders of interrupted starts, unless the program that created them is still running. */
const removeUnfinished = (folder: string): void => {
  const left = readdirSync(dirname(folder)).filter((name) => name.startsWith(basename(folder) + mark))
  for (const name of left)
    try {
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
    } catch {
      // the next start removes it
    }
}

const isComplete = (folder: string): boolean =>
  existsSync(join(folder, 'PG_VERSION')) && existsSync(join(folder, 'global', 'pg_control'))

/**
 * Removes a database that an earlier version created in place and that has no control file: it contains no
 * data.
 */
const removeWithoutControlFile = (folder: string): void => {
  if (existsSync(join(folder, 'global', 'pg_control')))
    throw new EmbeddedDatabaseError(
      `${folder} isn’t a complete database. PG_VERSION is missing. Restore the folder from a backup.`,
    )
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Checks that the folder has its owner’s password.
 * @throws EmbeddedDatabaseError if the folder was copied without it
 */
const assertOwner = (folder: string): void => {
  const uid = process.getuid?.() === 0 ? nobodyId : process.getuid?.()
  if (uid === undefined || statSync(folder).uid === uid) return
  throw new EmbeddedDatabaseError(`${folder} belongs to another user. Run: chown -R ${uid} ${folder}`)
}

/** @throws EmbeddedDatabaseError if the folder was made by another major version of PostgreSQL, which can’t read it */
const assertVersion = (folder: string, version: EmbeddedVersion): void => {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (found !== String(version))
    throw new EmbeddedDatabaseError(
      `${folder} is a database of PostgreSQL ${found}, and this version of Shipmate has PostgreSQL ${version}. Make a backup with the version that you used before, and restore it into an empty DATA_DIR with this one: see “Backup and restore” in docs/operations.md.`,
    )
}

const initialise = (bin: string, folder: string, password: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) chownSync(folder, nobodyId, nobodyId)
  const passwordFile = join(tmpdir(), `shipmate-${randomBytes(16).toString('hex')}`)
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
  if (process.getuid?.() === 0) chownSync(passwordFile, nobodyId, nobodyId)
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      folder,
      '-k',
      '-U',
      superuser,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=und',
    ],
    { ...identity(), encoding: 'utf8', cwd: '/' },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0)
    throw new EmbeddedDatabaseError(
      `Couldn’t create the embedded database in ${folder}:\n${made.stderr.trim()}`,
    )
}

/**
 * Returns whether a process with this ID runs and this user can signal it. One that has ended can still be signaled
 * until its parent asks for its result (a zombie); in a container, that may be never.
 */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch {
    return false
  }
}

const isZombie = (pid: number): boolean => statOf(pid)[0] === 'Z'

/** Ends a process and its children at once. A frozen child would keep using the memory they share. */
export const killWithChildren = (pid: number): void => {
  for (const one of [pid, ...childrenOf(pid)])
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // it has ended since
    }
}

/** Returns the IDs of a process’s children. */
export const childrenOf = (pid: number): readonly number[] => {
  if (!existsSync('/proc/self/stat')) {
    const listed = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    return listed.status === 0 ? listed.stdout.trim().split('\n').map(Number) : []
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

const parentOf = (pid: string): number => Number(statOf(pid)[1])

/** Returns a process’s state, its parent and what follows them in the system’s table; nothing if it has ended. */
const statOf = (pid: string | number): readonly string[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Stops a server left running by a killed application, cleanly, before the next one starts. */
export const stopRunningServer = async (folder: string): Promise<void> => {
  const pidFile = join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!Number.isSafeInteger(pid) || pid < 2) return
  if (isZombie(pid)) return removeLockOfZombie(pidFile, folder)
  if (!isAlive(pid) || !isServerOf(pid, folder)) return
  process.kill(pid, 'SIGINT')
  if (await isTrueWithin(stopTime, () => !isAlive(pid))) return
  throw new EmbeddedDatabaseError(`Another database server (process ${pid}) is using ${folder}.`)
}

/** Milliseconds that a server of an earlier start has to stop. */
const stopTime = 30_000

const isTrueWithin = async (milliseconds: number, holds: () => boolean): Promise<boolean> => {
  for (let waited = 0; waited < milliseconds && !holds(); waited += 50) await sleep(50)
  return holds()
}

/** Removes the lock of a server that has ended, which PostgreSQL takes for a running one, once its children ended too. */
const removeLockOfZombie = async (pidFile: string, folder: string): Promise<void> => {
  const isUnused = (): boolean =>
    !readdirSync('/proc').some((name) => /^\d+$/.test(name) && isServerOf(Number(name), folder))
  if (!(await isTrueWithin(stopTime, isUnused)))
    throw new EmbeddedDatabaseError(`Processes of an earlier database server still use ${folder}.`)
  rmSync(pidFile, { force: true })
}

/**
 * Returns whether a process is the server of this folder. After a crash, its process ID can belong to another
 * program.
 */
const isServerOf = (pid: number, folder: string): boolean => {
  const name = `/proc/${pid}/comm`
  if (!existsSync(name)) return true
  try {
    // a server runs in its folder
    return (
      readFileSync(name, 'utf8').trim() === 'postgres' &&
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    )
  } catch {
    // it has ended, or is another user’s
    return false
  }
}
