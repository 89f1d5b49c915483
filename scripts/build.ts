/** `npm run build`: builds the client and checks its size. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { reach } from './client-chunks.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist', 'client')

/**
 * The limits for the JavaScript of a first visit, including sign-in: gzipped kilobytes, and the number of
 * files.
 */
const budgets = [
  { name: 'login', chunks: [], limit: 130, most: 10 },
  { name: 'student list', chunks: ['list'], limit: 260, most: 15 },
] as const

const chunk = z.object({
  file: z.string(),
  name: z.optional(z.string()),
  isEntry: z.optional(z.boolean()),
  imports: z.optional(z.array(z.string())),
})
type Manifest = Record<string, z.output<typeof chunk>>

const build = (): boolean =>
  spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  }).status === 0

const weigh = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0) / 1000

const startsOf = (manifest: Manifest, names: readonly string[]): string[] =>
  Object.entries(manifest)
    .filter(([, { isEntry, name }]) => isEntry === true || names.some((one) => one === name))
    .map(([key]) => key)

if (!build()) {
  console.log('build: 0 passed, 1 failed')
  process.exit(1)
}
const manifest: Manifest = z.parse(
  z.record(z.string(), chunk),
  JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')),
)
let failed = 0
for (const { name, chunks, limit, most } of budgets) {
  const keys = reach(startsOf(manifest, chunks), (key) => manifest[key]?.imports)
  // two names can mean the same file
  const files = new Set([...keys].map((key) => manifest[key]?.file ?? ''))
  const loaded = [...files].filter((file) => file.endsWith('.js'))
  const weight = weigh(loaded)
  const fits = weight <= limit && loaded.length > chunks.length && loaded.length <= most
  if (!fits) failed += 1
  console.log(
    `${fits ? 'ok    ' : 'FAILED'} ${name}: ${weight.toFixed(1)} kB of ${limit} kB gzip, in ${loaded.length} of ${most} files`,
  )
}
console.log(`build: ${budgets.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
