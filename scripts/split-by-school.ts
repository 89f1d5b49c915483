/**
 * `npm run split-by-school`: runs the tests of the server’s calls and reads every statement that they sent: which of them a
 * database that is split by school answers in one part, in each part, or not as they are. Prints how many, and which tables
 * are joined by other keys. `npm run split-by-school -- FILE …` runs only these tests.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reachOf } from './school-joins.ts'

const root = join(import.meta.dirname, '..')
const areas = ['accounts', 'mail', 'outputs', 'records', 'review', 'setup'].map((area) => `server/${area}/`)

/** Runs tests of the server. Returns the statements that they sent as the application. @throws Error if they fail */
const recordStatements = async (files: readonly string[]): Promise<ReadonlySet<string>> => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-statements-'))
  try {
    const tests = spawn('node_modules/.bin/vitest', ['run', '--project', 'server', ...files], {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        RECORDED_STATEMENTS: folder,
        NODE_OPTIONS: `--import ${join(root, 'scripts', 'record-statements.mjs')}`,
      },
    })
    const [code] = await once(tests, 'exit')
    if (code !== 0) throw new Error('A test failed: its statements would be missing.')
    return new Set(
      readdirSync(folder).flatMap((file) =>
        readFileSync(join(folder, file), 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => String(JSON.parse(line))),
      ),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const named = process.argv.slice(2)
const statements = [...(await recordStatements(named.length > 0 ? named : areas))].map(reachOf)
for (const [of, all] of Map.groupBy(statements, ({ of }) => of)) console.log(`${of}: ${all.length}`)
const apart = statements.flatMap((reach) =>
  reach.of === 'apart' ? [[...new Set(reach.groups.flat())].toSorted().join(', ')] : [],
)
const counts = [...Map.groupBy(apart, (tables) => tables)].map(([tables, { length }]) => ({ tables, length }))
for (const { tables, length } of counts.toSorted((one, other) => other.length - one.length))
  console.log(`${String(length).padStart(6)} join ${tables}`)
