import { tenantTables, type TenantTable } from '#server/platform/db/scope.ts'

/** One level of a statement: a query without its subqueries. */
interface Level {
  readonly text: string
  readonly inner: readonly { readonly levels: readonly Level[]; readonly alias: string }[]
}

const isQuery = /^\s*(?:select|update|delete|insert|with)\b/i

/** Returns the index of the closing parenthesis for an opening one. */
const closing = (text: string, open: number): number => {
  let depth = 0
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1
    if (text[index] === ')' && --depth === 0) return index
  }
  return text.length
}

const words =
  'where|join|on|set|order|group|left|right|inner|full|cross|using|limit|for|union|returning|lateral|as|from|and|or|then|else|end|is|in'
const aliasAfter = new RegExp(String.raw`^\s*(?:as\s+)?(?!(?:${words})\b)([a-z_]\w*)`, 'i')
const nameBefore = /([a-z_]\w*)\s+as\s+(?:not\s+)?(?:materialized\s+)?$/i

/** Returns a statement as a tree of its queries; each part of a union is its own query. */
const parse = (text: string): Level[] => {
  const inner: Level['inner'][number][] = []
  let own = ''
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '(' && isQuery.test(text.slice(index + 1))) {
      const end = closing(text, index)
      const before = nameBefore.exec(text.slice(0, index))?.[1]
      const alias = before ?? aliasAfter.exec(text.slice(end + 1))?.[1] ?? ''
      inner.push({ levels: parse(text.slice(index + 1, end)), alias })
      own += ` (#${inner.length - 1}#) `
      index = end
    } else own += text[index] ?? ''
  }
  return own
    .split(/\bunion(?:\s+all)?\b/i)
    .map((part) => ({ text: part, inner: inner.filter((_one, index) => part.includes(`(#${index}#)`)) }))
}

interface Source {
  readonly name: string
  readonly alias: string
  /** Returns the key a scope condition on a table must use; null if it isn’t a tenant table. */
  readonly key: string | null
}

/** A table name that’s known only at run time. */
const anyTable = '{table}'

/** Returns whether a table’s rows belong to a school. */
export const isTenant = (name: string): name is TenantTable => Object.hasOwn(tenantTables, name)

const sourcePattern = new RegExp(
  String.raw`\b(?:from|join|update|using|,)\s+(?:only\s+|lateral\s+)?(\{table\}|[a-z_]\w*)(?![\w.])(?!\s*\()(?:\s+as\b)?(?:\s+(?!(?:${words})\b)([a-z_]\w*))?`,
  'gi',
)

const sourcesOf = (text: string): Source[] =>
  [...text.matchAll(sourcePattern)].map(([, name = '', alias]) => ({
    name,
    alias: alias ?? name,
    key: isTenant(name) ? tenantTables[name].key : name === anyTable ? 'school_id' : null,
  }))

/** Two equal keys: `a.student_id = b.id`. */
const equality = /(?:\b([a-z_]\w*)\.)?\b(?:id|\w+_id)\s*=\s*([a-z_]\w*)\.(?:id|\w+_id)\b/gi

/** Returns the aliases in scope conditions. */
const namedByScope = (text: string, sources: readonly Source[], only: string | undefined): string[] =>
  [...text.matchAll(/\{within ([\w.]+)\}/g)].flatMap(([, column = '']) => {
    const point = column.indexOf('.')
    const alias = point < 0 ? only : column.slice(0, point)
    const key = sources.find((one) => one.alias === alias)?.key ?? 'school_id'
    return alias !== undefined && key === column.slice(point + 1) ? [alias] : []
  })

/**
 * Returns the aliases in a query whose rows are within the scope: those with a scope condition, and those
 * joined to one of them by a key (keys include the school).
 */
const limitedIn = (text: string, sources: readonly Source[], known: ReadonlySet<string>): Set<string> => {
  const own = sources.filter(({ key }) => key !== null)
  const only = own.length === 1 ? own[0]?.alias : undefined
  const limited = new Set([...known, ...namedByScope(text, sources, only)])
  const ties = [...text.matchAll(equality)].map(([, left = only ?? '', right = '']) => [left, right])
  for (let before = -1; before !== limited.size;) {
    before = limited.size
    for (const tie of ties)
      if (tie.some((name) => limited.has(name))) for (const name of tie) limited.add(name)
  }
  return limited
}

interface LevelResult {
  readonly unscoped: readonly string[]
  readonly readsTenants: boolean
}

/**
 * Checks the parts of a query with the aliases limited in outer queries; `isLimited` if its own rows are
 * limited too.
 */
const checkLevels = (levels: readonly Level[], around: ReadonlySet<string>, alias: string): LevelResult => {
  const unscoped: string[] = []
  let readsTenants = false
  const known = new Set(around)
  for (const level of levels) {
    const found = checkLevel(level, known, around.has(alias))
    unscoped.push(...found.unscoped)
    readsTenants ||= found.readsTenants
    // later parts of a recursive query can use the rows of earlier ones
    if (alias !== '' && found.readsTenants && found.unscoped.length === 0) known.add(alias)
  }
  return { unscoped, readsTenants }
}

const checkLevel = ({ text, inner }: Level, around: ReadonlySet<string>, isLimited: boolean): LevelResult => {
  const sources = sourcesOf(text)
  const own = sources.filter(({ key }) => key !== null)
  const known = new Set([...around].filter((name) => !own.some(({ alias }) => alias === name)))
  let limited = limitedIn(text, sources, known)
  const unscoped: string[] = []
  let readsTenants = own.length > 0
  for (const { levels, alias } of inner) {
    const found = checkLevels(levels, limited, alias)
    unscoped.push(...found.unscoped)
    readsTenants ||= found.readsTenants
    // rows within the scope limit what a key joins to them
    if (alias !== '' && found.readsTenants && found.unscoped.length === 0)
      limited = limitedIn(text, sources, new Set([...limited, alias]))
  }
  const open = isLimited ? [] : own.filter(({ alias }) => !limited.has(alias))
  return { unscoped: [...unscoped, ...open.map(({ name }) => name)], readsTenants }
}

/**
 * Returns the tenant tables a statement reads outside the scope. `limited` are aliases already limited by its
 * surroundings.
 */
export const unscopedTables = (text: string, limited: readonly string[]): string[] => [
  ...new Set(checkLevels(parse(text), new Set(limited), '').unscoped),
]
