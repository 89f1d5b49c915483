import { readFileSync } from 'node:fs'
import { checkTenants } from './tenant-rules.ts'

/** A file that breaks a project rule no linter checks. */
interface Violation {
  readonly file: string
  readonly why: string
}

const catchAll = /(^|[/-])(utils?|misc|helpers?|managers?)(\.|\/|-)/

/** What the files of a server module are named, each a file or a folder. ARCHITECTURE.md says what belongs where. */
export const moduleParts = [
  'routes',
  'queries',
  'commands',
  'rules',
  'present',
  'record',
  'undo',
  'jobs',
  'schedule',
  'connections',
  'files',
  'index',
  'factory',
  'fixtures',
] as const

const modulePart = /^(server\/(?!app\/|platform\/|testing\/)[^/]+\/[^/]+\/([^/]+?))(\.\w+)?(\/.+)?$/

/** Returns why a file of a server module isn’t where its role says; null if it is, or isn’t of a module. */
const misplaced = (file: string): string | null => {
  const [, , part = '', ending, inside] = file.endsWith('.test.ts') ? [] : (modulePart.exec(file) ?? [])
  if (part === '') return null
  if (!moduleParts.some((known) => known === part))
    return `isn’t one of the names of a module: ${moduleParts.join(', ')}`
  if (inside === undefined) return ending === '.ts' ? null : 'isn’t a TypeScript file or a folder'
  return inside === '/index.ts' ? 'is an index inside a module. Import the file that declares it' : null
}

/** Returns the names that a module has both as a file and as a folder. */
export const doubledNames = (files: readonly string[]): Violation[] => {
  const known = new Set(files)
  const folders = files.flatMap((file) => {
    const [, path = '', , , inside] = modulePart.exec(file) ?? []
    return inside === undefined ? [] : [path]
  })
  return [...new Set(folders)]
    .filter((folder) => known.has(`${folder}.ts`))
    .map((folder) => ({ file: `${folder}.ts`, why: 'is a folder too. Keep one of them' }))
}

/** APIs that browsers turn off over plain HTTP, with the one file that works without each. */
const secureContext = /crypto\.randomUUID\(|navigator\.(clipboard|locks)\b/
const secureContextFiles = new Set([
  'client/platform/ui/overlays/use-copy.ts',
  'client/platform/common/live-rows.ts',
])
const needsSecureContext = (file: string, text: string): boolean =>
  file.startsWith('client/') &&
  !/\.test\.tsx?$/.test(file) &&
  !secureContextFiles.has(file) &&
  secureContext.test(text)

/** The product’s code that writes student-periods, by what it says about itself. */
const recordWriters = new Set([
  'server/records/student-periods/record/save.ts',
  // merges, which move whole student-periods
  'server/records/students/record.ts',
  // rosters, which insert and update thousands by one statement
  'server/review/imports/commands/insert-plan.ts',
])
const writesRecords = /\bupdate student_periods\b|update(Table)?\((context, |system, )?'student_periods'/

/** The code that locks students and student-periods, which knows the order. */
const recordLockers = new Set([
  'server/platform/db/record-locks.ts',
  'server/records/student-periods/queries/rows.ts',
])
const locksRecords =
  /\b(from|join) (students|student_periods)\b[^`]*\bfor (no key )?update( of (s|sp)\b|\s*`)|\.(students|studentPeriods)\(\w+\)((?!\.execute)[^])*?\.for(NoKey)?Update\(/

const isProduct = (file: string): boolean =>
  file.startsWith('server/') && !file.startsWith('server/testing/') && !file.endsWith('.test.ts')

/** Returns why a file may not write or lock records as it does. */
const recordErrors = (file: string, text: string): string[] => {
  if (!isProduct(file)) return []
  return [
    ...(writesRecords.test(text) && !recordWriters.has(file)
      ? ['writes student-periods. Plan the change and save it: records/student-periods/record/save.ts']
      : []),
    ...(locksRecords.test(text) && !recordLockers.has(file)
      ? ['locks students or student-periods. Use platform/db/record-locks.ts, which keeps the order']
      : []),
  ]
}

/** The styles of the student site, whose pages can be in a language that is written from right to left. */
export const siteStyles = [
  'client/site.css',
  'client/setup/site/site.css',
  'client/platform/ui/styles/rich-text.css',
] as const
const physicalSide =
  /(^|[\s;{])(((margin|padding|border)-(left|right)[\w-]*|left|right)\s*:|(text-align|float|clear)\s*:\s*(left|right)\b)/

const hasPhysicalSide = (file: string, text: string): boolean =>
  siteStyles.some((known) => known === file) && physicalSide.test(text)

/** The result of checking files. */
interface FileCheck {
  readonly violations: readonly Violation[]
  /** Statements outside the scope, with their locations and reasons. */
  readonly exemptions: readonly string[]
}

/** Checks one file: tenant tables, its name and place, and APIs that need HTTPS. */
export const checkFile = (file: string, text: string): FileCheck => {
  const tenants = checkTenants(file, text)
  const place = misplaced(file)
  const whys = [
    ...tenants.violations,
    ...recordErrors(file, text),
    ...(needsSecureContext(file, text)
      ? ['uses what plain http lacks. Use newKey(), copyText() or live-rows.ts']
      : []),
    ...(hasPhysicalSide(file, text)
      ? ['names a left or right side. Use inline-start, inline-end, start or end']
      : []),
    ...(catchAll.test(file) ? ['has a catch-all name. Name it after its content'] : []),
    ...(place === null ? [] : [place]),
    ...(/@ts-(ignore|nocheck)/.test(text) && !file.startsWith('scripts/')
      ? ['disables the compiler’s checks']
      : []),
  ]
  return { violations: whys.map((why) => ({ file, why })), exemptions: tenants.exemptions }
}

/** Checks files by their paths from `root`. */
export const checkFiles = (root: string, files: readonly string[]): FileCheck => {
  const checked = files.map((file) => checkFile(file, readFileSync(`${root}/${file}`, 'utf8')))
  return {
    violations: [...checked.flatMap(({ violations }) => violations), ...doubledNames(files)],
    exemptions: checked.flatMap(({ exemptions }) => exemptions),
  }
}
