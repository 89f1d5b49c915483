import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { freePort, newDataDir, startServerProcess } from '#server/testing/server-process.ts'
import { appUrl } from '#server/testing/test-logins.ts'
import { cloneDatabase } from '#server/testing/test-services.ts'
import { startTransactionPooler } from '#server/testing/transaction-pooler.ts'
import { assertOwnSession } from './check-session.ts'

describe('a login to PostgreSQL itself', () => {
  it('is accepted', async () => {
    const url = await cloneDatabase(inject('databaseUrl'))
    for (const login of [url, appUrl(url)])
      await expect(assertOwnSession({ setting: 'DATABASE_URL', url: login })).resolves.toBeUndefined()
  })
})

describe('a pooler in transaction mode', () => {
  it.each([1, 2, 3, 4])('is refused with %s connections', async (connections) => {
    const pooler = await startTransactionPooler(await cloneDatabase(inject('databaseUrl')), connections)
    await expect(assertOwnSession({ setting: 'DATABASE_URL', url: pooler.url })).rejects.toThrow(
      'DATABASE_URL leads to a connection pooler that shares sessions between connections.',
    )
    await pooler.stop()
  })

  it('stops the start with a sentence, before anything is migrated', async () => {
    const url = await cloneDatabase(inject('databaseUrl'))
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query('drop schema public cascade; create schema public')
    const pooler = await startTransactionPooler(url)
    const server = startServerProcess({
      PORT: String(await freePort()),
      DATA_DIR: newDataDir(),
      DEMO: 'off',
      DATABASE_URL: pooler.url,
    })
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain('or set DATABASE_URL to the address of PostgreSQL itself.')
    expect(server.output()).not.toMatch(/^\s+at /m)
    const { rows } = await owner.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
    expect(rows).toEqual([])
    await owner.end()
    await pooler.stop()
  })
})
