/** `npm run count`: counts the lines of the product that aren’t blank, by layer and module. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { trackedFiles } from './tracked-files.ts'

const root = join(import.meta.dirname, '..')
const layers = ['contract', 'server', 'client', 'scripts', 'seeds', 'bench']

/** Tests and their support code, gallery examples and generated files. */
const leftOut =
  /\.test\.tsx?$|\.specimen\.tsx$|\/factory\.ts$|^(server|client)\/testing\/|\.gen\.ts$|^server\/platform\/db\/schema\.(ts|sql)$/

interface Count {
  files: number
  lines: number
}

const counts = new Map<string, Count>()
const add = (name: string, lines: number): void => {
  const count = counts.get(name) ?? { files: 0, lines: 0 }
  counts.set(name, { files: count.files + 1, lines: count.lines + lines })
}

for (const file of trackedFiles(root, ...layers)) {
  if (!/\.(ts|tsx|mjs|css|sql)$/.test(file) || leftOut.test(file)) continue
  const lines = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length
  const [layer = '', module = ''] = file.split('/')
  add('all', lines)
  add(layer, lines)
  if (file.split('/').length > 2) add(`${layer}/${module}`, lines)
}

const width = Math.max(...[...counts.keys()].map((name) => name.length))
for (const [name, { files, lines }] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${name.padEnd(width)} ${String(files).padStart(5)} files ${String(lines).padStart(7)} lines`)
