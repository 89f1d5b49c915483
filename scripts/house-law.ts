import { readFileSync } from 'node:fs'
import { judgeTenants } from './tenant-law.ts'

/** A file that breaks a law that no linter knows. */
export interface Violation {
  readonly file: string
  readonly why: string
}

const drawers = /(^|[/-])(utils?|misc|helpers?|managers?)(\.|\/|-)/

/** What browsers withhold over plain http, and the one file each that knows a way without it. */
const secureContext = /crypto\.randomUUID\(|navigator\.(clipboard|locks)\b/
const waysWithout = new Set(['client/lib/copy-text.ts', 'client/common/live-rows.ts'])
const needsSecureContext = (file: string, text: string): boolean =>
  file.startsWith('client/') &&
  !/\.test\.tsx?$/.test(file) &&
  !waysWithout.has(file) &&
  secureContext.test(text)

/** What the house's own laws say of files. */
export interface Judgement {
  readonly violations: readonly Violation[]
  /** Statements that go without the scope, with their places and reasons. */
  readonly exemptions: readonly string[]
}

export const judgeFile = (file: string, text: string): Judgement => {
  const tenants = judgeTenants(file, text)
  const whys = [
    ...tenants.violations,
    ...(needsSecureContext(file, text)
      ? ['uses what plain http lacks: take newKey(), copyText() or live-rows.ts']
      : []),
    ...(drawers.test(file) ? ['is a drawer: name it after what it holds'] : []),
    ...(/@ts-(ignore|nocheck)/.test(text) && !file.startsWith('scripts/') ? ['silences the compiler'] : []),
  ]
  return { violations: whys.map((why) => ({ file, why })), exemptions: tenants.exemptions }
}

export const judgeFiles = (root: string, files: readonly string[]): Judgement => {
  const judged = files.map((file) => judgeFile(file, readFileSync(`${root}/${file}`, 'utf8')))
  return {
    violations: judged.flatMap(({ violations }) => violations),
    exemptions: judged.flatMap(({ exemptions }) => exemptions),
  }
}
