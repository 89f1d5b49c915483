import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst, type ESTree, type Plugin } from 'vite'

const client = join(import.meta.dirname, '..', 'client')

/** What a call needs of its endpoint (`Wire` in `client/platform/lib/ask.ts`). */
const sent = new Set(['method', 'path', 'upload', 'idempotent', 'orFile', 'reply'])

/** Reads of endpoints in the client, like `createNote.body`: what forms check before they send. */
const readByClient = (): Set<string> =>
  new Set(
    readdirSync(client, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .flatMap((file) => readFileSync(join(client, file), 'utf8').match(/\b\w+\.(?:body|literal)\b/g) ?? []),
  )

interface Row {
  readonly name: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Returns the argument of `endpoint({ … })`. */
const rowOf = (value: ESTree.Expression | null): ESTree.ObjectExpression | null => {
  if (value?.type !== 'CallExpression') return null
  const [row] = value.arguments
  const isEndpoint = value.callee.type === 'Identifier' && value.callee.name === 'endpoint'
  return isEndpoint && row?.type === 'ObjectExpression' ? row : null
}

/** Returns the properties of each `export const name = endpoint({ … })`, with the code of their values. */
const rowsOf = (code: string): [endpoint: string, rows: Row[]][] =>
  parseAst(code, { lang: 'ts' })
    .body.flatMap((one) => (one.type === 'ExportNamedDeclaration' ? [one.declaration] : []))
    .flatMap((one) => (one?.type === 'VariableDeclaration' ? one.declarations : []))
    .flatMap(({ id, init }) => {
      const row = rowOf(init)
      return id.type === 'Identifier' && row
        ? [[id.name, row.properties.flatMap((one) => read(code, one))]]
        : []
    })

const read = (code: string, property: ESTree.ObjectPropertyKind): Row[] =>
  property.type === 'Property' && property.key.type === 'Identifier'
    ? [
        {
          name: property.key.name,
          value: code.slice(property.value.start, property.value.end),
          start: property.start,
          end: property.end,
        },
      ]
    : []

/** Returns the code without what the browser doesn’t read of its endpoints. */
const lean = (code: string, asked: ReadonlySet<string>): string => {
  const cuts: { start: number; end: number; instead: string }[] = []
  for (const [endpoint, rows] of rowsOf(code))
    for (const { name, value, start, end } of rows) {
      if (!sent.has(name) && !asked.has(`${endpoint}.${name}`)) cuts.push({ start, end, instead: '' })
      // what isn't an envelope of its own is unwrapped the same way
      const envelope = name === 'reply' && /^(?:(bare)|one|list|page)\(/.exec(value)
      if (envelope) cuts.push({ start, end, instead: `reply: { envelope: '${envelope[1] ?? 'one'}' }` })
    }
  return cuts
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, instead }) => {
      const after = instead === '' ? rest.slice(end).replace(/^,/, '') : rest.slice(end)
      return rest.slice(0, start) + instead + after
    }, code)
}

/**
 * Leaves out of endpoints what a browser never reads: what they’re for, who may call them, and the schemas that the
 * server checks (the schema of a body stays if a form checks it first). What only those used goes with them.
 */
export const leanEndpoints = (): Plugin => {
  let asked: ReadonlySet<string> = new Set()
  return {
    name: 'lean-endpoints',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      asked = readByClient()
    },
    transform: (code, id) =>
      /\/contract\/.+\.ts$/.test(id) && code.includes('= endpoint({')
        ? { code: lean(code, asked), map: null }
        : undefined,
  }
}
