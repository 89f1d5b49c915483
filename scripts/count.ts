/** `npm run count`: how large the product is, by layer and module, in lines that are not blank. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const layers = ['contract', 'server', 'client', 'scripts', 'seeds', 'bench']

/** Tests and what only they use, pieces shown in the gallery, and what a program wrote. */
const leftOut =
  /\.test\.tsx?$|\.specimen\.tsx$|\/factory\.ts$|^(server|client)\/testing\/|\.gen\.ts$|^server\/db\/schema\.(ts|sql)$/

interface Count {
  files: number
  lines: number
}

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...layers], {
  cwd: root,
  encoding: 'utf8',
})
const counts = new Map<string, Count>()
const add = (name: string, lines: number): void => {
  const count = counts.get(name) ?? { files: 0, lines: 0 }
  counts.set(name, { files: count.files + 1, lines: count.lines + lines })
}

for (const file of listed.split('\n')) {
  if (!/\.(ts|tsx|mjs|css|sql)$/.test(file) || leftOut.test(file)) continue
  const lines = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length
  const [layer = '', room = ''] = file.split('/')
  add('all', lines)
  add(layer, lines)
  if (file.split('/').length > 2) add(`${layer}/${room}`, lines)
}

const width = Math.max(...[...counts.keys()].map((name) => name.length))
for (const [name, { files, lines }] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${name.padEnd(width)} ${String(files).padStart(5)} files ${String(lines).padStart(7)} lines`)
