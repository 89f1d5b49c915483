import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The areas from the top: each imports itself and what is below it (ARCHITECTURE.md). */
export const areas = ['app', 'outputs', 'review', 'records', 'accounts', 'mail', 'setup', 'platform'] as const
type Area = (typeof areas)[number]

/** The modules of one layer, and which of them each imports. */
type ModuleGraph = ReadonlyMap<string, ReadonlySet<string>>

/** An import from one file to another, as paths from the root. */
interface Import {
  readonly from: string
  readonly to: string
}

/** Files that stand beside the areas and import any of them: tests and what only tests use. */
export const isForTests = (file: string): boolean =>
  /\.(test|spec|specimen)\.tsx?$|\/factory\.ts$|^(server|client)\/testing\//.test(file)

const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)'([#.][^'\n]+)'/g

/** Returns every import of one file by another, types included. */
export const importsOf = (root: string, files: readonly string[]): Import[] => {
  const known = new Set(files)
  return files.flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(specifier)].flatMap(([, name = '']) => {
      const to = name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(from), name)
      return known.has(to) ? [{ from, to }] : []
    }),
  )
}

/** Returns the area of a file; null if it belongs to none. Files of a layer’s own folder start it, so they are the top. */
export const areaOf = (file: string): Area | null => {
  const [layer = '', area, rest] = file.split('/')
  if (!['contract', 'server', 'client'].includes(layer)) return null
  return rest === undefined ? 'app' : (areas.find((known) => known === area) ?? null)
}

/** Returns the module of a file, as its folder: 'server/records/notes'. */
export const moduleOf = (file: string): string | null => {
  const area = areaOf(file)
  const [layer, , module = ''] = file.split('/')
  if (area === null || area === 'app') return area && `${layer}/${area}`
  return `${layer}/${area}/${module.replace(/\.\w+$/, '')}`
}

const isInOneLayer = ({ from, to }: Import): boolean =>
  !isForTests(from) && !isForTests(to) && from.split('/')[0] === to.split('/')[0]

/** Returns the imports that go up, from an area to one above it. */
export const upwardOf = (imports: readonly Import[]): Import[] =>
  imports.filter((one) => {
    const [from, to] = [areaOf(one.from), areaOf(one.to)]
    return isInOneLayer(one) && from !== null && to !== null && areas.indexOf(to) < areas.indexOf(from)
  })

/** Returns which module imports which. */
export const modulesOf = (imports: readonly Import[]): ModuleGraph => {
  const graph = new Map<string, Set<string>>()
  for (const one of imports) {
    const [from, to] = [moduleOf(one.from), moduleOf(one.to)]
    if (!isInOneLayer(one) || from === null || to === null || from === to) continue
    graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  return graph
}

/** Returns everything that a module imports, also through others. */
const reachedFrom = (graph: ModuleGraph, start: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const open = [start]
  for (let module = open.pop(); module !== undefined; module = open.pop())
    for (const next of graph.get(module) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  return seen
}

/** Returns the circles: modules that import each other, directly or through others. The largest is first. */
export const circlesOf = (graph: ModuleGraph): string[][] => {
  const reached = new Map([...graph.keys()].map((module) => [module, reachedFrom(graph, module)] as const))
  const circles = new Map<string, string[]>()
  for (const [module, those] of reached) {
    if (!those.has(module)) continue
    const members = [...those].filter((other) => reached.get(other)?.has(module)).sort()
    circles.set(members.join(' '), members)
  }
  return [...circles.values()].sort((one, other) => other.length - one.length)
}

const listed = /\b(export|import) (?:type )?\{([^}]*)\} from '([^'\n]+)'/g

/** Returns the names in braces: `type Row, read as readRow` is `Row` and, as it’s imported, `read` or, as it’s exported, `readRow`. */
const namesIn = (braces: string, side: 'imported' | 'exported'): string[] =>
  braces.split(',').flatMap((one) => {
    const [own = '', other = own] = one
      .replace(/\btype\b/, '')
      .trim()
      .split(' as ')
    return own === '' ? [] : [side === 'imported' ? own : other]
  })

/** Returns the names that an index exports and no file imports from it, as `file: name`. */
export const unusedExports = (root: string, files: readonly string[]): string[] => {
  const lists = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(listed)].map(([, how, braces = '', from = '']) => ({
      file,
      isExport: how === 'export',
      braces,
      to: from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(file), from),
    })),
  )
  const used = new Set(
    lists.flatMap(({ to, braces }) => namesIn(braces, 'imported').map((name) => `${to}: ${name}`)),
  )
  return lists
    .filter(({ file, isExport }) => isExport && file.endsWith('/index.ts'))
    .flatMap(({ file, braces }) => namesIn(braces, 'exported').map((name) => `${file}: ${name}`))
    .filter((name) => !used.has(name))
}
