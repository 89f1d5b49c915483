import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { clientOf } from '#server/testing/client.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { buildUser } from '#server/accounts/users/factory.ts'

let services: TestServices
let world: RequestWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildRequestWorld(services)
})
afterAll(() => services.close())

let made = 0
const newName = (): string => `Lakeside College ${(made += 1)}`
const create = (name: string, key: string, client = world.admin) =>
  client.post('/api/schools/create', { name }, { 'idempotency-key': key })
const schoolsNamed = async (name: string): Promise<number> => {
  const rows = await services.owner.selectFrom('schools').select('id').where('name', '=', name).execute()
  return rows.length
}

describe('an idempotency key', () => {
  it('returns the first response again, and the work is done once', async () => {
    const name = newName()
    const first = await create(name, 'key-of-one')
    const second = await create(name, 'key-of-one')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await schoolsNamed(name)).toBe(1)
    expect((await create(newName(), 'another-key')).status).toBe(201)
  })

  it('works for parallel requests', async () => {
    const name = newName()
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(name, 'key-of-many')))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await schoolsNamed(name)).toBe(1)
  })

  it('returns the change’s ID again', async () => {
    const send = () =>
      world.registrar.post(
        '/api/student-periods/bulk-operations/update-student-status',
        { ids: [world.studentPeriodId], status: 'inactive' },
        { 'idempotency-key': 'key-of-bulk' },
      )
    const [first, second] = [await send(), await send()]
    expect(first.headers['x-change-id']).toMatch(/^\d+$/)
    expect(second.headers['x-change-id']).toBe(first.headers['x-change-id'])
    expect(second.body).toEqual(first.body)
  })

  it('answers a repeat only while its user may still see what it did', async () => {
    const [school, other] = [world.schoolId, await buildSchool(services.owner)]
    const id = await buildUser(services.owner, { permission: 'school_admin', school_ids: [school, other] })
    const client = await clientOf(services, id)
    const ask = { student_id: world.studentId, body: '<p>Called the registrar.</p>' }
    const send = () => client.post('/api/student-notes/create', ask, { 'idempotency-key': 'key-of-scope' })
    const first = await send()
    expect([first.status, (await send()).status]).toEqual([201, 201])
    const leave = (school_id: number) =>
      services.owner
        .deleteFrom('user_schools')
        .where('user_id', '=', id)
        .where('school_id', '=', school_id)
        .execute()
    await leave(school)
    const again = await send()
    expect([again.status, again.body.code]).toEqual([403, 'forbidden'])
    expect(again.text).not.toContain('registrar')
    // more schools than before take nothing away
    await services.owner.insertInto('user_schools').values({ user_id: id, school_id: school }).execute()
    expect((await send()).body).toEqual(first.body)
  })

  it('answers no repeat of a Shipmate Admin who is one no more', async () => {
    const id = await buildUser(services.owner, { permission: 'shipmate_admin' })
    const client = await clientOf(services, id)
    const ask = { student_id: world.studentId, body: '<p>Called the registrar.</p>' }
    const send = () => client.post('/api/student-notes/create', ask, { 'idempotency-key': 'key-of-admin' })
    expect((await send()).status).toBe(201)
    await services.owner
      .insertInto('user_schools')
      .values({ user_id: id, school_id: world.schoolId })
      .execute()
    await services.owner
      .updateTable('users')
      .set({ permission: 'school_admin' })
      .where('id', '=', id)
      .execute()
    expect((await send()).status).toBe(403)
  })

  it('is refused with a different body', async () => {
    await create(newName(), 'key-of-other')
    const answer = await create(newName(), 'key-of-other')
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['Idempotency-Key']])
  })

  it('of an upload covers the file, its name and the other fields', async () => {
    const file = {
      name: 'roster.csv',
      bytes: 'Student ID,Last Name,First Name,Date of Birth\nR1,Smith,Ann,1/20/2000\n',
    }
    const send = (fields: Record<string, string>, sent = file) =>
      world.registrar.upload(
        '/api/import/students-from-csv',
        { period_id: String(world.periodId), ...fields },
        sent,
        { 'idempotency-key': 'key-of-upload' },
      )
    const first = await send({ dry_run: 'true' })
    expect(first.status).toBe(202)
    expect((await send({ dry_run: 'true' })).body).toEqual(first.body)
    for (const other of [
      await send({ dry_run: 'false' }),
      await send({ dry_run: 'true', on_existing: 'skip' }),
      await send({ dry_run: 'true' }, { ...file, name: 'other.csv' }),
      await send({ dry_run: 'true' }, { ...file, bytes: file.bytes.replace('Ann', 'Bea') }),
    ])
      expect([other.status, Object.keys(other.body.errors ?? {})]).toEqual([422, ['Idempotency-Key']])
    await services.runJobs()
  })

  it('belongs to its user', async () => {
    const name = newName()
    await create(name, 'key-of-mine')
    const id = await buildUser(services.owner, { permission: 'shipmate_admin' })
    const other = await clientOf(services, id)
    expect((await create(newName(), 'key-of-mine', other)).status).toBe(201)
  })

  it('is valid for 24 hours', async () => {
    const name = newName()
    await create(name, 'key-of-day')
    await sql`update idempotency_keys set created_at = created_at - interval '24 hours 1 second'
      where key = 'key-of-day'`.execute(services.owner)
    expect((await create(name, 'key-of-day')).status).toBe(422)
  })

  it.each<[string, (id: number) => string, object, string]>([
    [
      'user',
      () => '/api/users/create',
      { first_name: 'Ida', last_name: 'Key', email: 'ida.key@campus.example', permission: 'shipmate_admin' },
      'invite_url',
    ],
    [
      'webhook',
      (id) => `/api/schools/${id}/webhooks`,
      { address: 'https://hooks.example.edu/in', events: ['coverage_status.changed'] },
      'secret',
    ],
    [
      'token',
      (id) => `/api/schools/${id}/api-tokens`,
      { name: 'Registrar', access: 'read', expires_in_days: 30 },
      'token',
    ],
  ])('creates a %s once, and its secret is saved only encrypted', async (what, path, body, secret) => {
    await confirmAdmin(world)
    const send = () => world.admin.post(path(world.schoolId), body, { 'idempotency-key': `key-of-a-${what}` })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.body.data[secret]).toEqual(expect.any(String))
    expect(second.body).toEqual(first.body)
    const { rows } = await sql<{ reply: unknown }>`select reply from idempotency_keys
      where key = ${`key-of-a-${what}`}`.execute(services.owner)
    expect(JSON.stringify(rows)).not.toContain(first.body.data[secret])
    expect(rows).toEqual([{ reply: expect.stringMatching(/^[A-Za-z0-9+/=]+$/) }])
  })

  it('of a failed call can be used again', async () => {
    const name = newName()
    const taken = newName()
    await create(taken, 'key-taken-1')
    expect((await create(taken, 'key-failed')).status).toBe(422)
    expect((await create(name, 'key-failed')).status).toBe(201)
  })

  it.each(['short', 'with space in it', 'x'.repeat(201)])('like %j is ignored', async (key) => {
    expect((await create(newName(), key)).status).toBe(422)
  })

  it('is ignored if nothing is created', async () => {
    const answer = await world.admin.get('/api/schools', { 'idempotency-key': 'x' })
    expect(answer.status).toBe(200)
  })
})
