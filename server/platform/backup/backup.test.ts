import { randomBytes } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, createPool } from '#server/platform/db/database.ts'
import { checkKeys, WrongKeyError } from '#server/platform/db/key-fingerprints.ts'
import { makeAnchors, readAnchors } from '#server/platform/history/anchors.ts'
import { verifyChain } from '#server/platform/history/verify.ts'
import { anchorsFile } from '#server/platform/lib/env.ts'
import { createFiles } from '#server/platform/lib/files.ts'
import { createFolderStore } from '#server/platform/lib/files/folder-store.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { buildFile } from '#server/records/documents/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { openSsn } from '#server/records/students/index.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { sealAllHistory } from '#server/testing/seal-all-history.ts'
import { startTemporaryDatabase } from '#server/testing/temporary-database.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { openBackup, restoreBackup, writeBackup } from './index.ts'

const log = createLog('silent')
const bytes = Buffer.from('%PDF-1.7 an insurance card')

let services: TestServices
let world: SchoolWorld
let folder: string
let identity: string
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await confirmAdmin({ services, adminId: world.adminId })
  folder = mkdtempSync(join(tmpdir(), 'shipmate-backup-'))
  identity = await generateX25519Identity()
})
afterAll(async () => {
  await services.close()
  rmSync(folder, { recursive: true })
})

/** Adds a student by the call, with an SSN and its history. Returns the ID. */
const addStudent = async (number: number): Promise<number> => {
  const { status, body } = await world.registrar.post('/api/add-student-to-period', {
    period_id: world.periodId,
    first_name: `Ana ${number}`,
    last_name: 'Tab\\t',
    dob: '2000-01-01',
    sid: `K${number}`,
    ssn: `222${String(number).padStart(6, '0')}`,
  })
  expect(status).toBe(201)
  return body.data.student_id
}

/** Erases a student of a policy year that has just ended. */
const eraseStudent = async (id: number): Promise<void> => {
  const periods = () => services.owner.updateTable('periods').where('id', '=', world.periodId)
  await periods().set({ starts_on: '2025-08-01', ends_on: '2026-07-31', state: 'closed' }).execute()
  const { status } = await world.admin.post(`/api/students/${id}/erase`, { reason: 'They asked for it.' })
  expect(status).toBe(204)
  await periods().set({ starts_on: '2026-08-01', ends_on: '2027-07-31', state: 'open' }).execute()
}

const fileOf = (name: string): string => join(folder, name)

const backUp = async (name: string, more: { readonly anchors?: string } = {}) =>
  writeBackup(
    {
      url: services.url,
      store: createFolderStore(services.folder),
      anchors: '',
      secrets: null,
      version: '1.0.0',
      lock: { recipients: [await identityToRecipient(identity)] },
      ...more,
    },
    createWriteStream(fileOf(name)),
    () => undefined,
  )

const open = (name: string, key = identity) => openBackup(createReadStream(fileOf(name)), { identity: key })

/** Reads a whole backup without restoring it. */
const check = async (name: string): Promise<unknown> =>
  (await open(name)).read({
    rows: () => Promise.resolve(),
    file: async (_name, content) => {
      await buffer(content)
    },
  })

const restore = async (name: string, url: string, at = 'restored', keys = services.services.keys) =>
  restoreBackup(
    await open(name),
    { url, store: createFolderStore(fileOf(at)), keys, anchorsFile: fileOf('anchors.jsonl'), log },
    () => undefined,
  )

/** Returns the rows of all tables as text, in an order. */
const contentOf = async (url: string): Promise<Record<string, unknown>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       and c.relname not in ('migrations', 'sessions')`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    content[name] = rows.map(({ row }) => row)
  }
  await client.end()
  return content
}

it('a backup restored into another version of PostgreSQL has every row, document, SSN and seal', async () => {
  const studentId = await addStudent(1)
  await buildFile(services.owner, services.services.files, {
    school_id: world.schoolId,
    student_id: studentId,
    name: 'card.pdf',
    kind: 'insurance_card_front',
    media_type: 'application/pdf',
    bytes,
    created_at: '2026-11-20T12:00:00Z',
    author_id: null,
  })
  await eraseStudent(await addStudent(99))
  await sealAllHistory(services)
  const anchors = (await makeAnchors(services.services)).map((one) => JSON.stringify(one)).join('\n')
  await backUp('whole.age', { anchors })
  const before = await contentOf(services.url)

  const cluster = await startTemporaryDatabase({ version: 15 })
  try {
    const { missing } = await restore('whole.age', cluster.url)
    expect(missing).toEqual([])
    expect(await contentOf(cluster.url)).toEqual(before)
    const pool = createPool({ url: cluster.url, asApp: false, log, max: 2 })
    const db = createDatabase(pool)
    const { keys } = services.services
    const saved = readAnchors(keys, anchorsFile({ anchorsFile: fileOf('anchors.jsonl'), dataDir: folder }))
    expect(saved.anchors.length).toBeGreaterThan(0)
    const chain = await verifyChain(db, 'history', keys, saved.anchors)
    expect([chain.breaks, chain.unsealed]).toEqual([[], 0])
    expect(chain.sealed).toBeGreaterThan(chain.erased)
    expect(chain.erased).toBeGreaterThan(0)
    const { ssn_cipher: cipher } = await db
      .selectFrom('students')
      .select('ssn_cipher')
      .where('id', '=', studentId)
      .executeTakeFirstOrThrow()
    expect(openSsn(keys, studentId, cipher)).toBe('222000001')
    const file = await db.selectFrom('student_files').select('stored_name').executeTakeFirstOrThrow()
    const stored = await createFiles(createFolderStore(fileOf('restored')), keys).get(
      file.stored_name,
      bytes.length,
    )
    expect(await buffer(stored)).toEqual(bytes)
    // the next number of a column follows the last one, and saved history can’t be changed
    const { id } = await buildStudentPeriod(db, { school_id: world.schoolId, period_id: world.periodId })
    expect(id).toBeGreaterThan(0)
    await expect(pool.query('delete from history')).rejects.toThrow('append-only')
    await expect(restore('whole.age', cluster.url, 'again')).rejects.toThrow('isn’t empty')
    await pool.end()
  } finally {
    await cluster.stop()
  }
})

it('a backup shows one moment of a database that’s in use', async () => {
  const done = new AbortController()
  const writing = (async () => {
    for (let number = 100; !done.signal.aborted; number += 1) await addStudent(number)
  })()
  const { contents } = await backUp('used.age')
  done.abort()
  await writing
  const cluster = await startTemporaryDatabase()
  try {
    await restore('used.age', cluster.url, 'used')
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    const { rows } = await client.query<{ students: number; added: number }>(
      `select (select count(*) from students where sid like 'K1__')::int as students,
         (select count(*) from history where kind = 'student_created'
            and student_id in (select id from students where sid like 'K1__'))::int as added`,
    )
    expect(rows[0]?.students).toBe(rows[0]?.added)
    await client.end()
    expect(Object.keys(contents.tables).length).toBeGreaterThan(90)
  } finally {
    await cluster.stop()
  }
})

describe('a backup that can’t be used is refused with the reason', () => {
  beforeAll(() => backUp('refused.age'))
  const copy = (name: string, change: (content: Buffer) => Buffer): void =>
    writeFileSync(fileOf(name), change(readFileSync(fileOf('refused.age'))))

  it('with another key', async () => {
    await expect(open('refused.age', await generateX25519Identity())).rejects.toThrow(
      'The backup was made for another key or passphrase.',
    )
  })

  it('when it was cut off, at any place', async () => {
    const { length } = readFileSync(fileOf('refused.age'))
    for (const kept of [100, Math.floor(length / 2), length - 1]) {
      copy('cut.age', (content) => content)
      truncateSync(fileOf('cut.age'), kept)
      await expect(check('cut.age')).rejects.toThrow('can’t be read')
    }
  })

  it('when a byte was changed', async () => {
    copy('changed.age', (content) => {
      const at = content.length - 100
      content.writeUInt8(content.readUInt8(at) ^ 1, at)
      return content
    })
    await expect(check('changed.age')).rejects.toThrow('can’t be read')
  })

  it('while one that’s whole can be checked', async () => {
    await expect(check('refused.age')).resolves.toBeTruthy()
  })
})

it('a restore with other keys changes nothing, and goes well after it has the right ones', async () => {
  const { keys } = services.services
  await checkKeys(services.owner, keys, [])
  await backUp('keys.age')
  const cluster = await startTemporaryDatabase()
  try {
    const others = { ...keys, encryption: [{ id: 1, key: randomBytes(32) }] }
    await expect(restore('keys.age', cluster.url, 'keys', others)).rejects.toThrow(WrongKeyError)
    await restore('keys.age', cluster.url, 'keys')
  } finally {
    await cluster.stop()
  }
})

it('files that the store lost are named, and the rest is saved', async () => {
  const { student_id: studentId } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  await buildFile(services.owner, services.services.files, {
    school_id: world.schoolId,
    student_id: studentId,
    name: 'lost.pdf',
    kind: 'other',
    media_type: 'application/pdf',
    bytes,
    created_at: '2026-11-20T12:00:00Z',
    author_id: null,
  })
  const { stored_name: name } = await services.owner
    .selectFrom('student_files')
    .select('stored_name')
    .where('name', '=', 'lost.pdf')
    .executeTakeFirstOrThrow()
  await services.services.files.delete(name)
  const { contents } = await backUp('lost.age')
  expect(contents.missing).toEqual([name])
})
