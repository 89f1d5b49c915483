import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { freePort, newDataDir, startServerProcess } from '#server/testing/server-process.ts'
import { cloneDatabase } from '#server/testing/test-services.ts'
import { dumpSchema } from './dump-schema.ts'

it('every PostgreSQL gets the same schema, and a server starts on it', async () => {
  const url = await cloneDatabase(inject('databaseUrl'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version`)
  expect(rows).toEqual([{ version: inject('postgresqlVersion') }])
  const saved = readFileSync(
    join(import.meta.dirname, '..', 'server', 'platform', 'db', 'schema.sql'),
    'utf8',
  )
  expect(await dumpSchema(client)).toBe(saved)
  await client.end()
  const server = startServerProcess({
    PORT: String(await freePort()),
    DATA_DIR: newDataDir(),
    DEMO: 'off',
    DATABASE_URL: url,
  })
  await server.ready()
  expect((await fetch(`${server.base}/health/ready`)).status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})
