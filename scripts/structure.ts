/** `npm run structure`: prints the size of the product by area, and measures how its parts hang together. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaOf, areas, circlesOf, importsOf, isForTests, moduleOf, modulesOf, upwardOf } from './imports.ts'
import { trackedFiles } from './tracked-files.ts'

const root = join(import.meta.dirname, '..')
const layers = ['contract', 'server', 'client'] as const

const isGenerated = (file: string): boolean => /\.gen\.ts$|\/db\/schema\.(ts|sql)$/.test(file)
const all = trackedFiles(root, ...layers).filter(
  (file) => /\.(ts|tsx|mjs|css|sql)$/.test(file) && !isGenerated(file),
)
const product = all.filter((file) => !isForTests(file))
const lines = new Map(
  product.map((file) => [
    file,
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '').length,
  ]),
)
const imports = importsOf(root, all)

const print = (what: string, ...values: readonly (string | number)[]): void =>
  console.log(what.padEnd(44) + values.map((value) => String(value).padStart(10)).join(''))

const printSizes = (what: string, files: readonly string[]): void =>
  print(
    `  ${what}`,
    ...layers.map((layer) => sumOf(files.filter((file) => file.startsWith(`${layer}/`)))),
    files.length,
  )

const sumOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (lines.get(file) ?? 0), 0)

print('lines that aren’t blank, by area', ...layers, 'files')
for (const area of areas)
  printSizes(
    area,
    product.filter((file) => areaOf(file) === area),
  )
printSizes('in all', product)

/** Returns the first parts of a module’s files: 'commands', 'queries' … */
const shapeOf = (files: readonly string[]): string =>
  [...new Set(files.map((file) => file.split('/')[3]?.replace(/\.\w+$/, '') ?? ''))].sort().join(' ')

const servers = Map.groupBy(
  product.filter((file) => file.startsWith('server/') && !['app', 'platform', null].includes(areaOf(file))),
  (file) => moduleOf(file) ?? '',
)
const importers = Map.groupBy(
  imports.filter(({ from }) => !isForTests(from)),
  ({ to }) => to,
)
const single = product.filter((file) => new Set(importers.get(file)?.map(({ from }) => from)).size === 1)

print('files under 25 lines', product.filter((file) => (lines.get(file) ?? 0) < 25).length)
print('files with one importer', single.length)
print('  of them under 40 lines', single.filter((file) => (lines.get(file) ?? 0) < 40).length)
for (const layer of layers) {
  const own = imports.filter(({ from }) => from.startsWith(`${layer}/`))
  print(`${layer}: members of the largest circle`, circlesOf(modulesOf(own))[0]?.length ?? 0)
  print(`${layer}: upward imports`, upwardOf(own).length)
}
print(
  'names of files and folders in server modules',
  new Set([...servers.values()].flatMap((files) => shapeOf(files).split(' '))).size,
)
print('different sets of names', new Set([...servers.values()].map(shapeOf)).size)
print(
  'files in client/platform/common',
  product.filter((file) => file.startsWith('client/platform/common/')).length,
)
