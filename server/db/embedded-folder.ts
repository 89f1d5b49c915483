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
import { EmbeddedDatabaseError, identity, nobody } from './embedded-programs.ts'

/** The superuser of an embedded database: the owner of everything in it. */
export const superuser = 'shipmate'

/**
 * Makes the database's folder on the first start. It gets its name when it is whole, so that a power cut leaves either
 * no database or a whole one.
 */
export const makeFolder = (bin: string, folder: string, password: string): void => {
  removeUnfinished(folder)
  if (isWhole(folder)) return assertOwner(folder)
  removeHalfMade(folder)
  const unfinished = `${folder}${mark}${randomBytes(4).toString('hex')}`
  initialise(bin, unfinished, password)
  renameSync(unfinished, folder)
  const parent = openSync(dirname(folder), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** Part of the name of a folder that isn't whole. */
const mark = '.unfinished-'

/** Removes what a start left that was cut off, unless the program that makes it still runs. */
const removeUnfinished = (folder: string): void => {
  const left = readdirSync(dirname(folder)).filter((name) => name.startsWith(basename(folder) + mark))
  for (const name of left)
    try {
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
    } catch {
      // the next start removes it
    }
}

const isWhole = (folder: string): boolean =>
  existsSync(join(folder, 'PG_VERSION')) && existsSync(join(folder, 'global', 'pg_control'))

/** Earlier versions made the database in place: without its control file it holds nothing that could be opened. */
const removeHalfMade = (folder: string): void => {
  if (existsSync(join(folder, 'global', 'pg_control')))
    throw new EmbeddedDatabaseError(
      `${folder} isn’t a whole database: PG_VERSION is missing. Restore the folder from a backup.`,
    )
  rmSync(folder, { recursive: true, force: true })
}

/** @throws EmbeddedDatabaseError when the folder was copied without its owner */
const assertOwner = (folder: string): void => {
  const uid = process.getuid?.() === 0 ? nobody : process.getuid?.()
  if (uid === undefined || statSync(folder).uid === uid) return
  throw new EmbeddedDatabaseError(`${folder} belongs to another user. Run: chown -R ${uid} ${folder}`)
}

const initialise = (bin: string, folder: string, password: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) chownSync(folder, nobody, nobody)
  const passwordFile = join(tmpdir(), `shipmate-${randomBytes(16).toString('hex')}`)
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
  if (process.getuid?.() === 0) chownSync(passwordFile, nobody, nobody)
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
      `The embedded database could not be made in ${folder}:\n${made.stderr.trim()}`,
    )
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Stops a server left behind by an application that was killed, cleanly, before the next one starts. */
export const stopLeftover = async (folder: string): Promise<void> => {
  const pidFile = join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!Number.isSafeInteger(pid) || pid < 2 || !isAlive(pid) || !isServerOf(pid, folder)) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 30_000 && isAlive(pid); waited += 50) await sleep(50)
  if (isAlive(pid))
    throw new EmbeddedDatabaseError(`Another database server (process ${pid}) is using ${folder}.`)
}

/** Whether a process is the server of this folder: after a crash its number may belong to any other process. */
const isServerOf = (pid: number, folder: string): boolean => {
  const name = `/proc/${pid}/comm`
  if (!existsSync(name)) return true
  // a server works in its folder
  return (
    readFileSync(name, 'utf8').trim() === 'postgres' &&
    readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  )
}
