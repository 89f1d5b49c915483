import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildFile } from '#server/records/documents/factory.ts'
import { openSsn } from '#server/records/students/index.ts'
import { createFiles } from '#server/platform/lib/files.ts'
import { createFolderStore } from '#server/platform/lib/files/folder-store.ts'
import { keyOf, type Keys } from '#server/platform/lib/crypt.ts'
import { createPool } from '#server/platform/db/database.ts'
import { checkKeys, nameWithKey } from '#server/platform/db/key-fingerprints.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { encryptedColumns } from './encrypted-columns.ts'
import { rotateKeys, RotationError } from './rotate-keys.ts'

let services: TestServices
let world: SchoolWorld
let former: Keys
let both: Keys
let fresh: Keys
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await confirmAdmin({ services, adminId: world.adminId })
  former = services.services.keys
  fresh = { ...former, encryption: [{ id: 2, key: Buffer.alloc(32, 9) }] }
  both = { ...former, encryption: [...fresh.encryption, ...former.encryption] }
})
afterAll(() => services.close())

const rotate = (keys: Keys) =>
  rotateKeys({
    db: services.owner,
    url: services.url,
    store: createFolderStore(services.folder),
    keys,
    say: () => undefined,
  })

const addStudent = async (sid: string, first_name: string, ssn: string) => {
  const { status, body } = await world.registrar.post('/api/add-student-to-period', {
    period_id: world.periodId,
    first_name,
    last_name: 'Tab',
    dob: '2000-01-01',
    sid,
    ssn,
  })
  expect(status).toBe(201)
  return body.data
}

const card = Buffer.from('%PDF-1.7 an insurance card')

/** Saves values of many kinds: SSNs of a student and a dependent, a replaced one, a draft, a secret and a document. */
const save = async () => {
  const { id, student_id } = await addStudent('R1', 'Ana', '222003333')
  const changed = await world.registrar.put(`/api/students/${student_id}`, { ssn: '222004444' })
  expect(changed.status).toBe(200)
  const dependents = [{ type: 'child', first_name: 'Kim', last_name: 'Tab', ssn: '222005555', covers: [] }]
  expect((await world.registrar.put(`/api/student-periods/${id}`, { dependents })).status).toBe(200)
  await world.admin.put('/api/drafts', { form: 'new-school', content: '{"name":["","Lakeside"]}' })
  const webhook = { address: 'https://hooks.lakeside.example/in', events: ['coverage_status.changed'] }
  const { status, body } = await world.admin.post(`/api/schools/${world.schoolId}/webhooks`, webhook)
  expect({ status, body }).toMatchObject({ status: 201 })
  await buildFile(services.owner, services.services.files, {
    school_id: world.schoolId,
    student_id,
    name: 'card.pdf',
    kind: 'insurance_card_front',
    media_type: 'application/pdf',
    bytes: card,
    created_at: '2026-11-20T12:00:00Z',
    author_id: null,
  })
  return student_id as number
}

/** Returns the numbers of the keys in use, by column. */
const keysInUse = async () => {
  const found: Record<string, (number | undefined)[]> = {}
  for (const { table, column } of encryptedColumns) {
    const { rows } = await sql<{ value: Buffer }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
      services.owner,
    )
    if (rows.length > 0) found[`${table}.${column}`] = [...new Set(rows.map(({ value }) => keyOf(value)))]
  }
  return found
}

it('every column of bytes is known to the rotation, or says by its name that it’s a hash, a public key or a signature', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea'
      and column_name !~ 'hash|sha256|fingerprint|_index$|^public_key$|^credential_id$|^sent_from$|^(drawn_)?signature$'
      and table_name in (select tablename from pg_tables where schemaname = 'public')
    order by name`.execute(services.owner)
  expect(encryptedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  )
})

it('nothing starts before a server knows the new key, or while one still writes with another', async () => {
  await expect(rotate(both)).rejects.toThrow('A server doesn’t write with key 2 yet.')
  await checkKeys(services.owner, both, [])
  const pool = createPool({
    url: services.url,
    asApp: false,
    log: createLog('silent'),
    name: nameWithKey(former),
  })
  await pool.query('select 1')
  await expect(rotate(both)).rejects.toThrow('Restart every server')
  await pool.end()
})

it('everything is encrypted with the new key, which alone is enough afterwards', async () => {
  const studentId = await save()
  const saved = [
    'dependents.ssn_cipher',
    'drafts.content',
    'replaced_ssns.ssn_cipher',
    'students.ssn_cipher',
    'webhooks.secret_cipher',
  ]
  const before = await keysInUse()
  expect(Object.keys(before)).toEqual(expect.arrayContaining(saved))
  await expect(checkKeys(services.owner, fresh, [])).rejects.toThrow('Key 1 is missing')

  const done = await rotate(both)
  expect(done).toEqual({ values: expect.any(Number), files: 1, waiting: 0, retired: [1] })
  expect(done.values).toBeGreaterThanOrEqual(saved.length)
  expect(await keysInUse()).toEqual(Object.fromEntries(Object.keys(before).map((name) => [name, [2]])))
  expect(await rotate(both)).toEqual({ values: 0, files: 0, waiting: 0, retired: [1] })

  await checkKeys(services.owner, fresh, [])
  const student = await services.owner
    .selectFrom('students')
    .select('ssn_cipher')
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow()
  expect(openSsn(fresh, studentId, student.ssn_cipher ?? Buffer.alloc(0))).toBe('222004444')
  const file = await services.owner
    .selectFrom('student_files')
    .select(['stored_name', 'size'])
    .executeTakeFirstOrThrow()
  const content = await createFiles(createFolderStore(services.folder), fresh).get(
    file.stored_name,
    file.size,
  )
  expect(Buffer.concat(await content.toArray())).toEqual(card)
})

it('a saved response that needs the former key keeps it', async () => {
  const { status } = await world.registrar.post(
    '/api/add-student-to-period',
    { period_id: world.periodId, first_name: 'Bo', last_name: 'Key', dob: '2000-01-01', sid: 'R2' },
    { 'idempotency-key': 'key-of-rotation' },
  )
  expect(status).toBe(201)
  expect(await rotate(both)).toMatchObject({ waiting: 1, retired: [] })
})

it('a value that was moved to another row stops it, and what it did before stays', async () => {
  const { student_id } = await addStudent('R3', 'Cleo', '222006666')
  await sql`update students set ssn_cipher = (select ssn_cipher from students where sid = 'R1')
    where id = ${student_id}`.execute(services.owner)
  // with a third key, so that this one is encrypted again
  const third: Keys = { ...both, encryption: [{ id: 3, key: Buffer.alloc(32, 8) }, ...both.encryption] }
  await checkKeys(services.owner, third, [])
  await expect(rotate(third)).rejects.toThrow('unable to authenticate')
})

it('only one rotation runs at a time', async () => {
  const lock = sql`select pg_advisory_lock(hashtextextended('shipmate_rotate_keys', 0))`
  const unlock = sql`select pg_advisory_unlock(hashtextextended('shipmate_rotate_keys', 0))`
  await services.owner.connection().execute(async (other) => {
    await lock.execute(other)
    await expect(rotate(both)).rejects.toThrow(RotationError)
    await unlock.execute(other)
  })
})

it('no one else can change the SSNs of a signed form, and the owner nothing but them', async () => {
  await expect(
    sql`update form_submission_snapshots set number = number + 1`.execute(services.owner),
  ).rejects.toThrow('append-only')
  await expect(
    services.services.db.updateTable('form_submission_snapshots').set({ ssns_cipher: null }).execute(),
  ).rejects.toThrow('permission denied')
})
