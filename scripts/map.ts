/** `npm run map`: writes docs/map.md, where everything is, from what is there. `--check` fails when it is stale. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'docs', 'map.md')

const folders = (floor: string): string[] =>
  readdirSync(join(root, floor), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

const filesOf = (floor: string, room: string): string[] => {
  const folder = join(root, floor, room)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

const rooms = (): string[] =>
  [...new Set(['contract', 'server', 'client'].flatMap(folders))]
    .filter(
      (room) => !['db', 'http', 'lib', 'testing', 'ui', 'app', 'common', 'public', 'jobs'].includes(room),
    )
    .sort()

const roomLine = (room: string): string =>
  `### ${room}\n\n${['contract', 'server', 'client']
    .map((floor) => [floor, filesOf(floor, room)] as const)
    .filter(([, files]) => files.length > 0)
    .map(([floor, files]) => `- ${floor}: ${files.map((name) => `\`${name}\``).join(' ')}`)
    .join('\n')}`

const calls = (): string[] =>
  Object.entries(contract).flatMap(([room, endpoints]) =>
    Object.entries(endpoints).map(
      ([name, endpoint]: [string, Endpoint]) =>
        `| ${endpoint.method} | \`${endpoint.path}\` | ${endpoint.access} | ${room}.${name} | ${endpoint.summary} |`,
    ),
  )

const screens = (): string[] => {
  const text = readFileSync(join(root, 'client', 'routes.ts'), 'utf8')
  return [...text.matchAll(/(?:route|index|layout)\(\s*(?:'([^']*)',\s*)?'([^']+\.tsx)'/g)].map(
    ([, url, screen]) => `| \`${url ?? '(index)'}\` | \`client/${screen}\` |`,
  )
}

const made = `# The map

Written by \`npm run map\`.

## Screens

| URL part | file |
|---|---|
${screens().join('\n')}

## Calls

| method | path | who | where | what |
|---|---|---|---|---|
${calls().join('\n')}

## Rooms

${rooms().map(roomLine).join('\n\n')}
`

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== made) {
    console.error('Stale: docs/map.md. Run: npm run map')
    process.exit(1)
  }
} else {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, made)
}
