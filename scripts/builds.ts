/** Builds what the server serves. Run by itself, it builds everything. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const site = ['--config', 'vite.site.config.ts']

/**
 * The arguments of Vite for each build: the staff application, what the student site’s forms load, and what its pages are
 * rendered with. The first empties the folder of the second.
 */
export const builds: readonly (readonly string[])[] = [[], site, [...site, '--ssr']]

/** Builds everything. Returns whether it worked. */
export const buildAll = (): boolean =>
  builds.every(
    (args) =>
      spawnSync(
        process.execPath,
        [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn', ...args],
        { cwd: root, stdio: 'inherit' },
      ).status === 0,
  )

if (import.meta.main) process.exit(buildAll() ? 0 : 1)
