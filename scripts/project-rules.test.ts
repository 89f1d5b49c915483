import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkFile, doubledNames, moduleParts } from './project-rules.ts'

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
    'imports-go-down',
    { 'client/records/notes/up.ts': use('#client/review/imports/b.ts'), 'client/review/imports/b.ts': value },
  ],
  [
    'imports-go-down',
    { 'contract/platform/up.ts': use('#contract/setup/a.ts'), 'contract/setup/a.ts': value },
  ],
  [
    'list-parts-are-separate',
    {
      'client/records/student-periods/bulk/a.ts': use('../views/b.ts'),
      'client/records/student-periods/views/b.ts': value,
    },
  ],
  [
    'list-state-imports-no-part',
    {
      'client/records/student-periods/state/a.ts': use('../bulk/b.ts'),
      'client/records/student-periods/bulk/b.ts': value,
    },
  ],
  [
    'client-imports-single-modules',
    { 'client/whole-contract.ts': use('#contract/app/contract.ts'), 'contract/app/contract.ts': value },
  ],
  [
    'ui-and-lib-import-no-module',
    { 'client/platform/ui/a.ts': use('#client/records/notes/b.ts'), 'client/records/notes/b.ts': value },
  ],
  [
    'ui-and-lib-import-no-module',
    {
      'server/platform/lib/reads.ts': use('#contract/review/lists/choices.ts'),
      'contract/review/lists/choices.ts': value,
    },
  ],
  [
    'basic-ui-imports-no-composed-ui',
    { 'client/platform/ui/controls/a.ts': use('../form/b.ts'), 'client/platform/ui/form/b.ts': value },
  ],
  [
    'table-and-editor-are-separate',
    {
      'client/platform/ui/data-table/a.ts': use('../rich-text/b.ts'),
      'client/platform/ui/rich-text/b.ts': value,
    },
  ],
  [
    'form-imports-no-table',
    {
      'client/platform/ui/form/a.ts': use('../data-table/b.ts'),
      'client/platform/ui/data-table/b.ts': value,
    },
  ],
  [
    'fields-are-typed',
    {
      'client/records/notes/untyped-field.ts': use('#client/platform/ui/form/text-field.tsx'),
      'client/platform/ui/form/text-field.tsx': value,
    },
  ],
  [
    'site-is-independent',
    { 'client/setup/site/a.ts': use('#client/platform/ui/b.ts'), 'client/platform/ui/b.ts': value },
  ],
  [
    'server-modules-use-the-index',
    {
      'server/records/notes/a.ts': use('#server/platform/history/b.ts'),
      'server/platform/history/b.ts': value,
    },
  ],
  [
    'rules-are-pure',
    { 'server/records/notes/rules.ts': use('#server/platform/db/b.ts'), 'server/platform/db/b.ts': value },
  ],
  [
    'routes-have-no-sql',
    { 'server/records/notes/routes.ts': `import { sql } from 'kysely'\nexport const b = sql\n` },
  ],
  [
    'factories-are-for-tests-and-seeds',
    { 'server/records/notes/made-up.ts': use('./factory.ts'), 'server/records/notes/factory.ts': value },
  ],
  [
    'testing-is-for-tests',
    { 'server/records/notes/tested.ts': use('#server/testing/b.ts'), 'server/testing/b.ts': value },
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
        'server/main.mjs': use('./records/notes/routes.ts'),
        'server/records/notes/routes.ts': use('#server/platform/history/index.ts'),
        'server/platform/history/index.ts': value,
      }),
    ).toEqual([])
  })
})

describe('the file rules reject', () => {
  it.each([
    ['a catch-all file', 'server/platform/lib/utils.ts', value],
    ['a catch-all folder', 'client/app/helpers/a.ts', value],
    [
      'a function that plain http lacks',
      'client/records/notes/a.ts',
      'export const key = crypto.randomUUID()',
    ],
    ['a side of the student site', 'client/setup/site/site.css', '.site-a {\n  margin-left: 1rem;\n}'],
    ['a side of its texts', 'client/platform/ui/styles/rich-text.css', '.a { text-align: right }'],
    ['a silenced compiler', 'server/records/notes/routes.ts', ['// @ts', 'ignore\n'].join('-')],
    ['an odd file of a module', 'server/records/notes/undo-handler.ts', value],
    ['an odd folder of a module', 'server/review/verifications/providers/x12.ts', value],
    ['an index inside a module', 'server/records/notes/commands/index.ts', value],
    [
      'a second writer of student-periods',
      'server/records/notes/commands.ts',
      "export const sql = 'update student_periods sp set status'",
    ],
    [
      'another second writer',
      'server/records/notes/commands.ts',
      "scope.update(context, 'student_periods').set({})",
    ],
    [
      'a student locked elsewhere',
      'server/records/notes/queries.ts',
      'lock(`from students s order by s.id for update`)',
    ],
    [
      'a student locked by a query builder',
      'server/records/notes/queries.ts',
      'scope.students(context).select([]).forUpdate()',
    ],
  ])('%s', (_name, file, text) => {
    expect(checkFile(file, text).violations).toHaveLength(1)
  })

  it('a name that is a file and a folder', () => {
    const files = ['server/records/notes/rules.ts', 'server/records/notes/rules/texts.ts']
    expect(doubledNames(files).map(({ file }) => file)).toEqual(['server/records/notes/rules.ts'])
  })
})

describe('the names of a module’s files', () => {
  it.each(moduleParts.flatMap((part) => [`${part}.ts`, `${part}/notes.ts`]))('include %s', (name) => {
    expect(checkFile(`server/records/notes/${name}`, value).violations).toEqual([])
  })

  it('are those of ARCHITECTURE.md', () => {
    const [, section = ''] =
      /## File names of a module\n([^]*?)\n## /.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')) ??
      []
    const named = [...section.matchAll(/^- `(\w+)`/gm)].map(([, name]) => name)
    expect(named).toEqual([...moduleParts])
  })
})
