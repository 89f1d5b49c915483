import { readFileSync } from 'node:fs'
import { checkTenants } from './tenant-rules.ts'

/** A file that breaks a project rule no linter checks. */
export interface Violation {
  readonly file: string
  readonly why: string
}

const catchAll = /(^|[/-])(utils?|misc|helpers?|managers?)(\.|\/|-)/

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

/** The result of checking files. */
export interface FileCheck {
  readonly violations: readonly Violation[]
  /** Statements outside the scope, with their locations and reasons. */
  readonly exemptions: readonly string[]
}

/** Checks one file: tenant tables, names and APIs that need HTTPS. */
export const checkFile = (file: string, text: string): FileCheck => {
  const tenants = checkTenants(file, text)
  const whys = [
    ...tenants.violations,
    ...(needsSecureContext(file, text)
      ? ['uses what plain http lacks. Use newKey(), copyText() or live-rows.ts']
      : []),
    ...(catchAll.test(file) ? ['has a catch-all name. Name it after its content'] : []),
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
    violations: checked.flatMap(({ violations }) => violations),
    exemptions: checked.flatMap(({ exemptions }) => exemptions),
  }
}
