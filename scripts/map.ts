/** `npm run map`: prints the screens, calls and files of each module as Markdown. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { contract } from '#contract/app/contract.ts'

const root = join(import.meta.dirname, '..')

const folders = (layer: string): string[] =>
  readdirSync(join(root, layer), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

const filesOf = (layer: string, module: string): string[] => {
  const folder = join(root, layer, module)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

const modules = (): string[] =>
  [...new Set(['contract', 'server', 'client'].flatMap(folders))]
    .filter(
      (module) => !['db', 'http', 'lib', 'testing', 'ui', 'app', 'common', 'public', 'jobs'].includes(module),
    )
    .sort()

const moduleLine = (module: string): string =>
  `### ${module}\n\n${['contract', 'server', 'client']
    .map((layer) => [layer, filesOf(layer, module)] as const)
    .filter(([, files]) => files.length > 0)
    .map(([layer, files]) => `- ${layer}: ${files.map((name) => `\`${name}\``).join(' ')}`)
    .join('\n')}`

const calls = (): string[] =>
  Object.entries(contract).flatMap(([module, endpoints]) =>
    Object.entries(endpoints).map(
      ([name, endpoint]: [string, Endpoint]) =>
        `| ${endpoint.method} | \`${endpoint.path}\` | ${endpoint.access} | ${module}.${name} | ${endpoint.summary} |`,
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

${modules().map(moduleLine).join('\n\n')}
`)
