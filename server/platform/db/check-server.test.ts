import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { freePort, newDataDir, startServerProcess } from '#server/testing/server-process.ts'
import { unsuitable } from './check-server.ts'

const suitable = { version: 150_000, encoding: 'UTF8', has_icu: true }

describe('a database server', () => {
  it.each([
    [{}, null],
    [{ version: 180_004 }, null],
    [
      { version: 140_012, encoding: 'SQL_ASCII' },
      'The database is PostgreSQL 14. Shipmate needs version 15 or later.',
    ],
    [
      { has_icu: false },
      'This PostgreSQL has no ICU, which sorts names. Install one that was built with ICU.',
    ],
  ])('with %j', (difference, sentence) => {
    expect(unsuitable({ ...suitable, ...difference })).toBe(sentence)
  })

  it('whose database has another encoding stops the start with a sentence, before anything is created', async () => {
    const url = new URL(inject('databaseUrl'))
    const owner = new pg.Client({ connectionString: new URL('/postgres', url).href })
    await owner.connect()
    await owner.query(
      `create database ascii template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    )
    url.pathname = '/ascii'
    const server = startServerProcess({
      PORT: String(await freePort()),
      DATA_DIR: newDataDir(),
      DEMO: 'off',
      DATABASE_URL: url.href,
    })
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain('The encoding of the database is SQL_ASCII, but names need UTF8.')
    expect(server.output()).not.toMatch(/^\s+at /m)
    const inside = new pg.Client({ connectionString: url.href })
    await inside.connect()
    const { rows } = await inside.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
    expect(rows).toEqual([])
    await inside.end()
    await owner.query('drop database ascii with (force)')
    await owner.end()
  })
})
