/**
 * Migrates a temporary database and saves the result: `server/platform/db/schema.sql` for readers, `server/platform/db/schema.ts`
 * for the compiler. With `--check`, it saves nothing and fails if either is out of date.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { startTemporaryDatabase } from '#server/testing/temporary-database.ts'
import { dumpSchema } from './dump-schema.ts'

const root = join(import.meta.dirname, '..')
const sqlFile = join(root, 'server/platform/db/schema.sql')
const typesFile = join(root, 'server/platform/db/schema.ts')

const generateTypes = (url: string, out: string): void => {
  const made = spawnSync(
    join(root, 'node_modules/.bin/kysely-codegen'),
    [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      out,
      '--date-parser',
      'string',
      '--numeric-parser',
      'string',
      '--exclude-pattern',
      '{graphile_worker,public}.{_private*,migrations}',
      '--default-schema',
      'public',
      '--include-pattern',
      'public.*',
      '--type-mapping',
      '{"int8":"number","timestamptz":"string"}',
      '--singularize=false',
      '--no-singularize',
      '--domains',
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`kysely-codegen failed:\n${made.stdout}${made.stderr}`)
}

const isStale = (file: string, made: string): boolean => {
  try {
    return readFileSync(file, 'utf8') !== made
  } catch {
    return true
  }
}

const folder = mkdtempSync(join(tmpdir(), 'shipmate-schema-'))
const database = await startTemporaryDatabase()
let stale: string[] = []
try {
  await migrate(database.url, createLog('warn'))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const sql = await dumpSchema(client)
  await client.end()
  const typesMade = join(folder, 'schema.ts')
  generateTypes(database.url, typesMade)
  const types = readFileSync(typesMade, 'utf8')
  stale = [
    ...(isStale(sqlFile, sql) ? ['server/platform/db/schema.sql'] : []),
    ...(isStale(typesFile, types) ? ['server/platform/db/schema.ts'] : []),
  ]
  if (!process.argv.includes('--check')) {
    writeFileSync(sqlFile, sql)
    writeFileSync(typesFile, types)
    stale = []
  }
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run: npm run migrate`)
  process.exit(1)
}
