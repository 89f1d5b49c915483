import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { circlesOf, importsOf, modulesOf, unusedExports, upwardOf } from './imports.ts'

type Tree = Readonly<Record<string, string>>

/** Returns what is read from the files of a small tree. */
const readFrom = <T>(files: Tree, read: (root: string, names: readonly string[]) => T): T => {
  const root = mkdtempSync(join(tmpdir(), 'shipmate-tree-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    return read(root, Object.keys(files))
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** Returns what the files of a small tree import. */
const readTree = (files: Tree) => readFrom(files, importsOf)

const notes = 'server/records/notes/routes.ts'
const students = 'server/records/students/index.ts'
const documents = 'server/records/documents/index.ts'

it('finds a circle of modules, of types and through others too', () => {
  const circle = readTree({
    [notes]: `import { a } from '#${students}'`,
    [students]: `import type { B } from '#${documents}'`,
    [documents]: `export const late = () => import('#${notes}')`,
  })
  expect(circlesOf(modulesOf(circle))).toEqual([
    ['server/records/documents', 'server/records/notes', 'server/records/students'],
  ])
})

it('finds an import that goes up', () => {
  const imports = readTree({ [notes]: `import { a } from '#server/app/tasks.ts'`, 'server/app/tasks.ts': '' })
  expect(upwardOf(imports)).toEqual([{ from: notes, to: 'server/app/tasks.ts' }])
})

it('allows what goes down, what stays in a module, and tests', () => {
  const imports = readTree({
    [notes]: `import { a } from '#${students}'\nimport { b } from './queries.ts'`,
    'server/records/notes/queries.ts': `import { b } from './routes.ts'`,
    [students]: `import { c } from '#server/setup/schools/index.ts'`,
    'server/setup/schools/index.ts': '',
    'server/setup/schools/schools.test.ts': `import { d } from '#${notes}'`,
  })
  expect(imports).toHaveLength(5)
  expect(circlesOf(modulesOf(imports))).toEqual([])
  expect(upwardOf(imports)).toEqual([])
})

it('finds what an index exports and no file imports', () => {
  const files = {
    [students]: `export { getName as nameOf, getSid } from './queries.ts'\nexport { type Row, type Column } from './record.ts'`,
    [notes]: `import { nameOf as called } from '#${students}'\nimport type { Row } from '../students/index.ts'`,
    'server/records/students/queries.ts': '',
    'server/records/students/routes.ts': `import { getSid } from './queries.ts'`,
  }
  expect(readFrom(files, unusedExports)).toEqual([`${students}: getSid`, `${students}: Column`])
})
