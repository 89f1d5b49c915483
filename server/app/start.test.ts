import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { identity, programs } from '#server/platform/db/embedded-programs.ts'
import { connectAsOwner } from '#server/testing/own-database.ts'
import {
  freePort,
  newDataDir,
  startServerProcess,
  type ServerProcess,
} from '#server/testing/server-process.ts'
import { appUrl } from '#server/testing/test-logins.ts'
import { cloneDatabase } from '#server/testing/test-services.ts'

const start = async (environment: Record<string, string>): Promise<ServerProcess> =>
  startServerProcess({ PORT: String(await freePort()), DEMO: 'off', ...environment })

/** Returns who is connected to a client’s database, after the queue has connected. */
const usersOf = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ usename: string }>(
    `select distinct usename from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' order by 1`,
  )
  const users = rows.map(({ usename }) => usename)
  return users.some((user) => user.endsWith('_queue')) ? users : usersOf(client)
}

/** Returns the output of a start that fails. It has no stack trace. */
const refusalOf = async (environment: Record<string, string>): Promise<string> => {
  const server = await start(environment)
  expect(await server.exit).toBe(1)
  expect(server.output()).toContain('Shipmate didn’t start.')
  expect(server.output()).not.toMatch(/^\s+at /m)
  return server.output()
}

describe('an existing data folder', () => {
  const dataDir = newDataDir()
  const file = join(dataDir, 'secrets.json')
  const kept = join(newDataDir(), 'secrets.json')
  beforeAll(async () => {
    const server = await start({ DATA_DIR: dataDir })
    await server.ready()
    await server.end('SIGTERM')
    copyFileSync(file, kept)
  })
  beforeEach(() => copyFileSync(kept, file))

  // the first start saved it in this shape
  const secrets = () => JSON.parse(readFileSync(kept, 'utf8')) as Record<string, string>
  const write = (change: Record<string, string | undefined>) =>
    writeFileSync(file, JSON.stringify({ ...secrets(), ...change }))
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

  it.each<[string, () => void, string]>([
    ['is empty', () => writeFileSync(file, ''), 'secrets.json is empty or damaged'],
    [
      'is incomplete',
      () => writeFileSync(file, '{"encryption_keys": "1:'),
      'secrets.json is empty or damaged',
    ],
    ['lacks a key', () => write({ index_key: undefined }), 'index_key is missing or has the wrong format'],
    [
      'has a short key',
      () => write({ token_key: 'c2hvcnQ=' }),
      'token_key is missing or has the wrong format',
    ],
    [
      'has an invalid key',
      () => write({ encryption_keys: `1:${'='.repeat(44)}` }),
      'encryption_keys is missing or has the wrong format',
    ],
    ['has a different index key', () => write({ index_key: key(7) }), 'The INDEX_KEY isn’t the one'],
    ['has a different token key', () => write({ token_key: key(7) }), 'The TOKEN_KEY isn’t the one'],
    [
      'has a different encryption key',
      () => write({ encryption_keys: `1:${key(7)}` }),
      'The key 1 of ENCRYPTION_KEYS isn’t the one',
    ],
    [
      'lacks a previous encryption key',
      () => write({ encryption_keys: `2:${key(7)}` }),
      'Key 1 is missing from ENCRYPTION_KEYS',
    ],
  ])('is refused if secrets.json %s', async (_what, spoil, sentence) => {
    spoil()
    expect(await refusalOf({ DATA_DIR: dataDir })).toContain(sentence)
  })

  it('is refused if secrets.json is missing: no new keys are created for an existing database', async () => {
    rmSync(file)
    expect(await refusalOf({ DATA_DIR: dataDir })).toContain('secrets.json is missing')
    expect(existsSync(file)).toBe(false)
  })

  it('accepts new keys before the previous ones, but not the previous ones alone', async () => {
    const { encryption_keys = '', token_key = '' } = secrets()
    write({ encryption_keys: `2:${key(8)},${encryption_keys}`, token_key: `${key(9)},${token_key}` })
    copyFileSync(file, kept)
    const server = await start({ DATA_DIR: dataDir })
    await server.ready()
    await server.end('SIGTERM')
    write({ token_key })
    expect(await refusalOf({ DATA_DIR: dataDir })).toContain('The TOKEN_KEY isn’t the one')
  })

  it('is refused if another version of PostgreSQL made it, with what to do', async () => {
    const mark = join(dataDir, 'postgres', 'PG_VERSION')
    const own = readFileSync(mark)
    writeFileSync(mark, '17\n')
    const said = await refusalOf({ DATA_DIR: dataDir })
    writeFileSync(mark, own)
    expect(said).toContain('is a database of PostgreSQL 17')
    expect(said).toContain('Backup and restore')
  })

  it('is refused if other users can read its keys', async () => {
    chmodSync(file, 0o644)
    expect(await refusalOf({ DATA_DIR: dataDir })).toContain('chmod 600')
    chmodSync(file, 0o600)
  })

  it.runIf(process.getuid?.() === 0)('is refused if the database was copied without its owner', async () => {
    chownSync(join(dataDir, 'postgres'), 0, 0)
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(/belongs to another user. Run: chown -R 65534 /)
    chownSync(join(dataDir, 'postgres'), 65_534, 65_534)
  })

  it('is accepted although its shipmate.pid names another folder’s server, and its logins match the roles', async () => {
    const other = await start({ DATA_DIR: newDataDir() })
    await other.ready()
    writeFileSync(join(dataDir, 'shipmate.pid'), String(other.child.pid))
    const server = await start({ DATA_DIR: dataDir })
    await server.ready()
    const owner = await connectAsOwner(dataDir)
    const users = await usersOf(owner)
    await owner.end()
    expect(users).toEqual(['shipmate_app', 'shipmate_queue'])
    await Promise.all([server.end('SIGTERM'), other.end('SIGTERM')])
  })
})

describe('a folder for temporary files', () => {
  it('that doesn’t exist is reported before anything is created', async () => {
    const dataDir = newDataDir()
    const folder = join(dataDir, 'missing')
    expect(await refusalOf({ DATA_DIR: dataDir, TMPDIR: folder })).toContain(
      `Shipmate can’t create temporary files. ${folder} doesn’t exist. Set TMPDIR to a folder`,
    )
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  it('that is a file is reported too', async () => {
    const file = join(newDataDir(), 'file')
    writeFileSync(file, '')
    expect(await refusalOf({ DATA_DIR: newDataDir(), TMPDIR: file })).toMatch(
      /can’t create temporary files. .*file.*: Part of the path isn’t a folder. Set TMPDIR/,
    )
  })
})

describe('a setting with a typo', () => {
  it('is named, without its value', async () => {
    const output = await refusalOf({
      DATA_DIR: newDataDir(),
      PORT: 'x',
      DATABSE_URL: 'postgres://app:password@db.example/shipmate',
    })
    expect(output).toContain('DATABSE_URL isn’t a setting. Did you mean DATABASE_URL?')
    expect(output).not.toContain('password')
  })
})

describe('a database server that was killed and whose parent doesn’t ask for it', () => {
  it('doesn’t keep the next one from starting', async () => {
    const dataDir = newDataDir()
    const folder = join(dataDir, 'postgres')
    const first = await start({ DATA_DIR: dataDir })
    await first.ready()
    await first.end('SIGTERM')
    // the shell becomes a program that never asks for its children
    const parent = spawn(
      'sh',
      [
        '-c',
        '"$0" -D "$1" -c port="$2" -c listen_addresses=127.0.0.1 -c unix_socket_directories= & exec sleep 600',
        join(programs(folder, 18), 'postgres'),
        folder,
        String(await freePort()),
      ],
      { ...identity(), stdio: 'ignore', cwd: '/' },
    )
    try {
      const lock = join(folder, 'postmaster.pid')
      const said = (): string => (existsSync(lock) ? readFileSync(lock, 'utf8') : '')
      while (!said().includes('ready')) await new Promise((next) => setTimeout(next, 50))
      const pid = Number(said().split('\n')[0])
      process.kill(pid, 'SIGKILL')
      expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain('postgres')
      const second = await start({ DATA_DIR: dataDir })
      await second.ready()
      await second.end('SIGTERM')
      expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain('(postgres) Z')
    } finally {
      parent.kill('SIGKILL')
    }
  })
})

describe('an interrupted first start', () => {
  it('leaves nothing that the next start can’t use', async () => {
    const dataDir = newDataDir()
    mkdirSync(join(dataDir, 'postgres', 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'postgresql.conf'), '')
    mkdirSync(join(dataDir, 'postgres.unfinished-1234', 'base'), { recursive: true })
    const server = await start({ DATA_DIR: dataDir })
    await server.ready()
    expect(existsSync(join(dataDir, 'postgres.unfinished-1234'))).toBe(false)
    await server.end('SIGTERM')
  })
})

describe('a port that is in use', () => {
  const listener = createServer()
  afterAll(() => listener.close())

  it('is reported before anything is created', async () => {
    const dataDir = newDataDir()
    const port = await new Promise<number>((done) => {
      listener.listen(0, '127.0.0.1', () => {
        const address = listener.address()
        done(typeof address === 'object' && address ? address.port : 0)
      })
    })
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: String(port) })).toContain(
      `Another program is using port ${port} on 127.0.0.1.`,
    )
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })
})

describe('an external database', () => {
  const external = async (change: (url: URL) => void) => {
    const url = new URL(await cloneDatabase(inject('databaseUrl')))
    change(url)
    return { DATABASE_URL: url.href, DATA_DIR: newDataDir() }
  }

  it.each<[string, (url: URL) => void, string]>([
    [
      'with a wrong password',
      (url) => {
        url.password = 'wrong'
      },
      'The database rejected the password.',
    ],
    [
      'that doesn’t exist',
      (url) => {
        url.pathname = '/nowhere'
      },
      'The database doesn’t exist.',
    ],
    [
      'that can’t be reached',
      (url) => {
        url.port = '1'
      },
      'Can’t reach the database (ECONNREFUSED).',
    ],
  ])('%s is refused with a message', async (_what, change, sentence) => {
    expect(await refusalOf(await external(change))).toContain(sentence)
  })

  it('is refused if a newer version changed it', async () => {
    const url = await cloneDatabase(inject('databaseUrl'))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`insert into migrations (name) values ('29990101_0000_later.sql')`)
    await client.end()
    expect(await refusalOf({ DATABASE_URL: url, DATA_DIR: newDataDir() })).toContain(
      'A newer version of Shipmate has changed this database (29990101_0000_later.sql).',
    )
  })

  it('is used as shipmate_app and shipmate_queue if the owner has a separate login', async () => {
    const url = await cloneDatabase(inject('databaseUrl'))
    const shared = { DATABASE_OWNER_URL: url, DATA_DIR: newDataDir() }
    expect(await refusalOf({ ...shared, DATABASE_URL: url })).toContain(
      'DATABASE_URL must name the user shipmate_app',
    )
    const server = await start({ ...shared, DATABASE_URL: appUrl(url) })
    await server.ready()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const users = await usersOf(client)
    await client.end()
    expect(users).toEqual(['shipmate_app', 'shipmate_queue'])
    expect(server.output()).not.toContain('DATABASE_OWNER_URL is not set')
    await server.end('SIGTERM')
  })

  it('has its own roles if another installation is on the same database server', async () => {
    const first = await cloneDatabase(inject('databaseUrl'))
    const client = new pg.Client({ connectionString: first })
    await client.connect()
    await client.query(`create role north login createrole password 'its-owner'`)
    await client.query('create database north owner north')
    const url = new URL(first)
    url.pathname = '/north'
    const loginOf = (user: string, password: string): string => {
      const login = new URL(url)
      Object.assign(login, { username: user, password })
      return login.href
    }
    const own = {
      DATABASE_OWNER_URL: loginOf('north', 'its-owner'),
      DATABASE_URL: loginOf('north_app', 'its-password'),
    }
    const server = await start({ ...own, DATA_DIR: newDataDir() })
    await server.ready()
    const second = new pg.Client({ connectionString: url.href })
    await second.connect()
    expect(await usersOf(second)).toEqual(['north_app', 'north_queue'])
    await second.end()
    await server.end('SIGTERM')
    expect(server.output()).not.toContain('also has rights')

    const readStudents = async (login: string): Promise<string> => {
      const reader = new pg.Client({ connectionString: login })
      await reader.connect()
      const result = await reader.query('select from students').then(() => 'read', String)
      await reader.end()
      return result
    }
    expect(await readStudents(own.DATABASE_URL)).toBe('read')
    for (const login of [
      loginOf('shipmate_app', 'test-password'),
      first.replace(/\/\/[^@]+@/, '//north_app:its-password@'),
      first.replace(/\/\/[^@]+@/, '//north:its-owner@'),
    ])
      expect(await readStudents(login)).toContain('permission denied for table students')

    const otherName = { ...own, DATABASE_URL: loginOf('south_app', 'its-password'), DATA_DIR: newDataDir() }
    expect(await refusalOf(otherName)).toContain('The role south_app has no rights in this database')
    await client.query('drop database north')
    await client.end()
  })

  it('is used with a warning if there is only one login', async () => {
    const url = await cloneDatabase(inject('databaseUrl'))
    const server = await start({ DATABASE_URL: url, DATA_DIR: newDataDir() })
    await server.ready()
    expect(server.output()).toContain('DATABASE_OWNER_URL isn’t set. The application signs in as the owner.')
    await server.end('SIGTERM')
  })
})
