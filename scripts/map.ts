/** `npm run map`: prints where everything is, in Markdown: screens, calls and files by module. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

const root = join(import.meta.dirname, '..')

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

console.log(`## Screens

| URL part | file |
|---|---|
${screens().join('\n')}

## Calls

| method | path | who | where | what |
|---|---|---|---|---|
${calls().join('\n')}

## Rooms

${rooms().map(roomLine).join('\n\n')}
`)
