import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openApi } from '#server/platform/http/open-api/document.ts'
import { generatedDocuments } from './generated-documents.ts'
import { trackedFiles } from './tracked-files.ts'

const root = join(import.meta.dirname, '..')
const files = trackedFiles(root).filter((file) => existsSync(join(root, file)))
const documents = files.filter((file) => file.endsWith('.md'))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Each file and folder, by all ends of its path: 'auth/reset.test.ts' is in 'server/accounts/auth'. */
const ends = new Set(
  files.flatMap((file) => {
    const parts = file.split('/')
    return parts.flatMap((_, start) =>
      parts.slice(start).map((_part, length) => parts.slice(start, start + length + 1).join('/')),
    )
  }),
)

// the shape of npm’s own file
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const npmOwn: ReadonlySet<string> = new Set(['start', 'test', 'ci', 'install', 'run'])

/** Test sources, where the names of tests are. */
const testNames = files
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.startsWith('scripts/documents'))
  .map(read)
  .join('\n')

/** '{a,b}.ts' → 'a.ts' and 'b.ts' */
const expand = (path: string): string[] => {
  const [, before = '', inner, after = ''] = /^([^{]*)\{([^{}]+,[^{}]+)\}(.*)$/.exec(path) ?? []
  return inner === undefined ? [path] : inner.split(',').flatMap((one) => expand(before + one + after))
}

const pattern = (path: string): RegExp =>
  new RegExp(`(^|/)${path.replaceAll(/[.+()|[\]$^]/g, String.raw`\$&`).replaceAll(/\*+/g, '.*')}$`)

const hasPath = (path: string): boolean =>
  path.includes('*') ? files.some((file) => pattern(path).test(file)) : ends.has(path.replace(/\/$/, ''))

const layers = /^(contract|server|client|scripts|seeds|e2e|bench|docs|deploy)\//
const source = /\.(tsx?|mjs|cjs|sql|md|css)$/

/** What isn’t committed, and the pattern of names that someone will choose. */
const generated = /\.gen\.ts$|YYYY/

/** Returns whether a code span names a file or folder of the project: not an address, a placeholder or a new file. */
const isPath = (text: string): boolean =>
  /^[\w./*{},$-]+$/.test(text) &&
  text.includes('/') &&
  !generated.test(text) &&
  (layers.test(text) || source.test(text))

const wrongPaths = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter(isPath)
    .filter((path) => !expand(path).every(hasPath))

/** Code in a document: its blocks, and its spans in lines of their own. */
const codeIn = (text: string): string =>
  [...text.matchAll(/^```[a-z]*\n([^]*?)^```|`([^`\n]+)`/gm)]
    .map(([, block, span]) => block ?? span ?? '')
    .join('\n')

const wrongCommands = (text: string): string[] =>
  [...codeIn(text).matchAll(/^npm (?:run (?:-s )?)?([a-z][a-z0-9:-]*)/gm)]
    .filter(([, name = '']) => !npmOwn.has(name) && !(name in scripts))
    .map(([command]) => command)

const wrongTests = (text: string): string[] =>
  [...text.matchAll(/vitest run[^\n`]* -t '([^']+)'/g)]
    .map(([, name = '']) => name)
    .filter((name) => !testNames.includes(name))

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))

const isThere = (file: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : normalize(join(dirname(file), path))
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || anchorsIn(read(target)).includes(anchor)
}

const wrongLinks = (file: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((link) => !/^[a-z]+:/.test(link) && !isThere(file, link))

/** Returns what a document names that doesn’t exist. */
const wrongNames = (file: string, text: string): string[] => [
  ...wrongLinks(file, text),
  ...wrongPaths(text),
  ...wrongCommands(text),
  ...wrongTests(text),
]

describe('every path, command and test that a document names exists', () => {
  it.each(documents)('%s', (file) => {
    expect(wrongNames(file, read(file))).toEqual([])
  })

  it.each([
    ['a link', '[setup](docs/no-such-page.md)'],
    ['an anchor', '[install](docs/operations.md#no-such-part)'],
    ['a picture', '<img src="docs/screens/no-such-picture.png" />'],
    ['a file', 'See `server/app/no-such-file.ts`.'],
    ['a file by the end of its path', '`auth/no-such.test.ts`'],
    ['one of several files', '`scripts/{check,no-such}.ts`'],
    ['a folder', 'It’s in `client/no-such-folder/`.'],
    ['a pattern', '`e2e/no-such-*.spec.ts`'],
    ['a command', 'Run `npm run no-such-command`.'],
    ['a test', "npx vitest run server/review -t 'no such test exists'"],
  ])('%s that doesn’t exist is refused', (_what, text) => {
    expect(wrongNames('README.md', text)).toHaveLength(1)
  })

  it('names that exist are accepted', () => {
    const text =
      'Run `npm run check`, read `auth/reset.test.ts` and [install](docs/operations.md#install-and-start).'
    expect(wrongNames('README.md', text)).toEqual([])
  })
})

describe('decision records', () => {
  const records = documents.filter((file) => /^docs\/decisions\/(?!000)\d/.test(file))

  it('are at most 25, of at most 150 lines', () => {
    expect(records.length).toBeGreaterThan(20)
    expect(records.length).toBeLessThanOrEqual(25)
    expect(records.filter((file) => read(file).trimEnd().split('\n').length > 150)).toEqual([])
  })

  it('are all listed', () => {
    const list = read('docs/decisions/README.md')
    expect(records.filter((file) => !list.includes(`](${file.slice('docs/decisions/'.length)})`))).toEqual([])
  })
})

describe('documents from the code', () => {
  it.each(Object.entries(generatedDocuments()))('%s is as `npm run documents` writes it', (path, text) => {
    expect(read(path)).toBe(text)
  })

  it('name every field and every package once', () => {
    const { 'docs/data-dictionary.md': fields = '', 'docs/licenses.md': packages = '' } = generatedDocuments()
    for (const name of ['sid', 'medical_status', 'medical_enroll_premium', 'late_waiver_fee'])
      expect(fields.split(`| \`${name}\` |`)).toHaveLength(2)
    expect(packages).toContain('| fastify |')
    expect(packages).not.toContain('| vitest |')
  })
})

it('package.json, the lock file, the change log and the API document have the same version', async () => {
  // the shape of npm’s own files
  const versionIn = (file: string): string => (JSON.parse(read(file)) as { version: string }).version
  const [, released = ''] = /^## (\d+\.\d+) /m.exec(read('CHANGELOG.md')) ?? []
  const { info } = await openApi('/')
  const version = versionIn('package.json')
  expect(versionIn('package-lock.json')).toBe(version)
  expect(info).toMatchObject({ version })
  expect(version.startsWith(`${released}.`)).toBe(true)
})
