import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkFile } from './project-rules.ts'

const root = join(import.meta.dirname, '..')
const compileCache = join(root, 'node_modules/.cache/shipmate')

/** Returns what breaks a rule in a small file tree, as “rule file”. */
const judge = (files: Record<string, string>): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-law-'))
  try {
    const imports = { '#contract/*': './contract/*', '#server/*': './server/*', '#client/*': './client/*' }
    const all = {
      'package.json': JSON.stringify({ type: 'module', imports }),
      'tsconfig.base.json': '{}',
      ...files,
    }
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const roots = [...new Set(Object.keys(files).map((name) => name.split('/')[0] ?? ''))]
    const found = spawnSync(
      join(root, 'node_modules/.bin/depcruise'),
      [...roots, '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'],
      // each run loads the same compiler
      { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: compileCache } },
    )
    // the shape of its documented JSON report
    const { summary } = JSON.parse(found.stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] }
    }
    return summary.violations.map(({ from, rule }) => `${rule.name} ${from}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const value = 'export const a = 1\n'
const use = (from: string): string => `import { a } from '${from}'\nexport const b = a\n`

/** One violation of each rule: the rule, and files of which one breaks it. All are parts of one tree. */
const violations: readonly (readonly [rule: string, files: Record<string, string>])[] = [
  ['contract-imports-only-zod', { 'contract/a.ts': use('../server/b.ts'), 'server/b.ts': value }],
  ['client-imports-no-server', { 'client/a.ts': use('#server/b.ts'), 'server/b.ts': value }],
  ['server-imports-no-client', { 'server/a.ts': use('#client/b.ts'), 'client/b.ts': value }],
  [
    'client-modules-are-separate',
    { 'client/notes/a.ts': use('../history/b.ts'), 'client/history/b.ts': value },
  ],
  [
    'list-parts-are-separate',
    {
      'client/student-periods/bulk/a.ts': use('../views/b.ts'),
      'client/student-periods/views/b.ts': value,
    },
  ],
  [
    'list-state-imports-no-part',
    {
      'client/student-periods/state/a.ts': use('../bulk/b.ts'),
      'client/student-periods/bulk/b.ts': value,
    },
  ],
  [
    'client-imports-single-modules',
    { 'client/whole-contract.ts': use('#contract/index.ts'), 'contract/index.ts': value },
  ],
  [
    'ui-and-lib-import-no-module',
    { 'client/ui/a.ts': use('#client/notes/b.ts'), 'client/notes/b.ts': value },
  ],
  [
    'basic-ui-imports-no-composed-ui',
    { 'client/ui/controls/a.ts': use('../form/b.ts'), 'client/ui/form/b.ts': value },
  ],
  [
    'table-and-editor-are-separate',
    { 'client/ui/data-table/a.ts': use('../rich-text/b.ts'), 'client/ui/rich-text/b.ts': value },
  ],
  [
    'form-imports-no-table',
    { 'client/ui/form/a.ts': use('../data-table/b.ts'), 'client/ui/data-table/b.ts': value },
  ],
  [
    'fields-are-typed',
    {
      'client/notes/untyped-field.ts': use('#client/ui/form/text-field.tsx'),
      'client/ui/form/text-field.tsx': value,
    },
  ],
  ['site-is-independent', { 'client/site/a.ts': use('#client/ui/b.ts'), 'client/ui/b.ts': value }],
  [
    'server-modules-use-the-index',
    { 'server/notes/a.ts': use('../history/b.ts'), 'server/history/b.ts': value },
  ],
  ['rules-are-pure', { 'server/notes/rules.ts': use('../db/b.ts'), 'server/db/b.ts': value }],
  [
    'routes-have-no-sql',
    { 'server/notes/routes.ts': `import { sql } from 'kysely'\nexport const b = sql\n` },
  ],
  [
    'factories-are-for-tests-and-seeds',
    { 'server/notes/made-up.ts': use('./factory.ts'), 'server/notes/factory.ts': value },
  ],
  [
    'testing-is-for-tests',
    { 'server/notes/tested.ts': use('../testing/b.ts'), 'server/testing/b.ts': value },
  ],
  [
    'no-cycles',
    {
      'server/circle.ts': use('./circle-back.ts'),
      'server/circle-back.ts': `import { b } from './circle.ts'\nexport const a = () => b\n`,
    },
  ],
  [
    'no-cycles',
    {
      'server/of-type.ts': `import type { C } from './type.ts'\nexport const a = (c: C): C => c\n`,
      'server/type.ts': `import { a } from './of-type.ts'\nexport type C = string\nexport const b = a('')\n`,
    },
  ],
  ['no-orphans', { 'server/unused.ts': value }],
]

describe('the import rules reject', () => {
  let found: string[] = []
  beforeAll(() => {
    found = judge(Object.assign({}, ...violations.map(([, files]) => files)))
  })

  it.each(violations)('%s', (rule, files) => {
    // a cycle is reported at one of its files
    expect(Object.keys(files).filter((file) => found.includes(`${rule} ${file}`))).toHaveLength(1)
  })

  it('accept a valid tree', () => {
    expect(
      judge({
        'server/main.mjs': use('./notes/routes.ts'),
        'server/notes/routes.ts': use('../history/index.ts'),
        'server/history/index.ts': value,
      }),
    ).toEqual([])
  })
})

describe('the file rules reject', () => {
  it.each([
    ['a catch-all file', 'server/lib/utils.ts', value],
    ['a catch-all folder', 'client/helpers/a.ts', value],
    ['a function that plain http lacks', 'client/notes/a.ts', 'export const key = crypto.randomUUID()'],
    ['a silenced compiler', 'server/notes/routes.ts', ['// @ts', 'ignore\n'].join('-')],
  ])('%s', (_name, file, text) => {
    expect(checkFile(file, text).violations).toHaveLength(1)
  })
})
