/**
 * `npm run split-by-school`: runs the tests of the server’s calls and reads every statement that they sent: which of them a
 * database that is split by school answers in one part, in each part, or not as they are. Prints how many, and which tables
 * are joined by other keys. `npm run split-by-school -- FILE …` runs only these tests; with `--on postgres://…`, a database that
 * `split-by-school.sql` has split plans each statement too, and says why it refuses some.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
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

/** A value of each type, by the start of its name; `UTC` is a time zone for statements that need one. */
const samples = {
  bigint: '1',
  integer: '1',
  numeric: '1',
  double: '1',
  real: '1',
  uuid: '00000000-0000-0000-0000-000000000000',
  date: '2026-09-01',
  timestamp: '2026-09-01T00:00:00Z',
  boolean: 'true',
  json: '[]',
  bytea: '\\x00',
  coverage_status: 'waived',
}

const sampleOf = (type: string): string => {
  const [, value = 'UTC'] = Object.entries(samples).find(([start]) => type.startsWith(start)) ?? []
  const isMany = type.endsWith('[]')
  return `'${isMany ? `{"${value}"}` : value}'::${type}`
}

/** Plans a statement for the first school. Returns the database’s reason to refuse it, or null. */
const refusalOf = async (client: pg.Client, statement: string): Promise<string | null> => {
  await client.query('begin')
  try {
    await client.query(`prepare asked as ${statement}`)
    const { rows } = await client.query<{ types: string[] }>(
      'select parameter_types::text[] as types from pg_prepared_statements',
    )
    const values = rows.flatMap(({ types }) => types.map(sampleOf)).join(', ')
    await client.query(`explain execute asked ${values === '' ? '' : `(${values})`}`)
    return null
  } catch (error) {
    return String(Reflect.get(Object(error), 'message')).replaceAll(/"[^"]*"/g, '…')
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

/** Prints how many statements a split database plans, and why it refuses the others. */
const planOn = async (url: string, statements: ReadonlySet<string>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set plan_cache_mode = force_custom_plan')
  const planned: (string | null)[] = []
  for (const statement of statements)
    if (/^\s*(select|with|insert|update|delete)/i.test(statement))
      planned.push(await refusalOf(client, statement))
  await client.end()
  const reasons = [...Map.groupBy(planned, (reason) => reason ?? 'planned by the split database')]
  for (const [reason, { length }] of reasons.toSorted(([, one], [, other]) => other.length - one.length))
    console.log(`${String(length).padStart(6)} ${reason}`)
}

const {
  values: { on },
  positionals: named,
} = parseArgs({ allowPositionals: true, options: { on: { type: 'string' } } })
const recorded = await recordStatements(named.length > 0 ? named : areas)
if (on !== undefined) await planOn(on, recorded)
const statements = [...recorded].map(reachOf)
for (const [of, all] of Map.groupBy(statements, ({ of }) => of)) console.log(`${of}: ${all.length}`)
const apart = statements.flatMap((reach) =>
  reach.of === 'apart' ? [[...new Set(reach.groups.flat())].toSorted().join(', ')] : [],
)
const counts = [...Map.groupBy(apart, (tables) => tables)].map(([tables, { length }]) => ({ tables, length }))
for (const { tables, length } of counts.toSorted((one, other) => other.length - one.length))
  console.log(`${String(length).padStart(6)} join ${tables}`)
