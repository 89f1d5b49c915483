import { readFileSync } from 'node:fs'

/** A file that breaks a law that no linter knows. */
export interface Violation {
  readonly file: string
  readonly why: string
}

const tenantTables =
  'schools|periods|students|student_periods|dependents|student_notes|student_files|school_files|imports|history|saved_views|exports|link_checks'
const builder = new RegExp(String.raw`\.(selectFrom|updateTable|deleteFrom)\(\s*\[?['"](${tenantTables})\b`)
const template = /sql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/g
const reads = new RegExp(String.raw`\b(?:from|join|update|delete\s+from)\s+(?:${tenantTables})\b`)
const scoped = /school_id|scope\.|schools\.id|matching\(/

/** Files that stand under the scope rather than above it: the scope itself, tests, and what makes worlds. */
const isExempt = (file: string): boolean =>
  !file.startsWith('server/') || /\.test\.ts$|\/factory\.ts$|^server\/(testing|db)\//.test(file)

/** A file whose rows were found through the scope before says so, and why: `// scope: …`. */
const argued = /^\s*(?:\/\/|\*) scope: \S/m

const tenantViolations = (file: string, text: string): string[] => {
  if (isExempt(file) || argued.test(text)) return []
  const found = builder.test(text) ? ['starts a query on a tenant table outside of server/db/scope.ts'] : []
  for (const [, body = ''] of text.matchAll(template))
    if (reads.test(body) && !scoped.test(body))
      found.push(`reads a tenant table without naming the school: ${body.trim().slice(0, 80)}`)
  return found
}

const drawers = /(^|[/-])(utils?|misc|helpers?|managers?)(\.|\/|-)/

/** The ceilings of the closed vocabulary, in lines without blanks and comments. */
const ceilings: readonly (readonly [RegExp, number])[] = [
  [/^contract\/[^/]+\/endpoints\.ts$/, 200],
  [/^server\/[^/]+\/routes\.ts$/, 150],
  [/^server\/[^/]+\/(queries\.ts|queries\/)/, 200],
  [/^server\/[^/]+\/(commands\.ts|commands\/)/, 200],
  [/^server\/[^/]+\/(rules\.ts|rules\/)/, 150],
  [/^server\/[^/]+\/present\.ts$/, 100],
  [/^server\/[^/]+\/jobs\.ts$/, 90],
  [/^server\/[^/]+\/factory\.ts$/, 120],
  [/^server\/[^/]+\/index\.ts$/, 30],
  [/^server\/app\.ts$/, 90],
  [/^client\/.*-screen\.tsx$/, 200],
]

const linesOf = (text: string): number =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length

const ceilingViolations = (file: string, text: string): string[] => {
  if (/\.test\.tsx?$/.test(file)) return []
  const lines = linesOf(text)
  return ceilings
    .filter(([pattern, ceiling]) => pattern.test(file) && lines > ceiling)
    .map(([, ceiling]) => `has ${lines} lines where ${ceiling} are allowed; split it by trait`)
}

/** What browsers withhold over plain http, and the one file each that knows a way without it. */
const secureContext = /crypto\.randomUUID\(|navigator\.(clipboard|locks)\b/
const waysWithout = new Set(['client/lib/copy-text.ts', 'client/common/live-rows.ts'])
const needsSecureContext = (file: string, text: string): boolean =>
  file.startsWith('client/') &&
  !/\.test\.tsx?$/.test(file) &&
  !waysWithout.has(file) &&
  secureContext.test(text)

/** What the house's own laws say of a file. */
export const judgeFile = (file: string, text: string): Violation[] => {
  const whys = [
    ...tenantViolations(file, text),
    ...(needsSecureContext(file, text)
      ? ['uses what plain http lacks: take newKey(), copyText() or live-rows.ts']
      : []),
    ...(drawers.test(file) ? ['is a drawer: name it after what it holds'] : []),
    ...ceilingViolations(file, text),
    ...(/@ts-(ignore|nocheck)/.test(text) && !file.startsWith('scripts/') ? ['silences the compiler'] : []),
  ]
  return whys.map((why) => ({ file, why }))
}

export const judgeFiles = (root: string, files: readonly string[]): Violation[] =>
  files.flatMap((file) => judgeFile(file, readFileSync(`${root}/${file}`, 'utf8')))
