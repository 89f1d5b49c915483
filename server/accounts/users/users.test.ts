import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { clientOf, createClient, type TestAnswer } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson, goodPassword, login } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services, { isConfirmed: true })
})
afterAll(() => services.close())

const ids = ({ body }: TestAnswer): number[] => body.data.map(({ id }: { id: number }) => id)

const historyOf = (id: number) =>
  services.owner
    .selectFrom('history')
    .select(['kind', 'actor_id', 'changes'])
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

const schoolUser = (values: object = {}) =>
  buildUser(services.owner, { permission: 'school_admin', school_ids: [world.schoolId], ...values })

describe('GET /api/users', () => {
  it('returns a user in the agreed shape, and nothing secret', async () => {
    const id = await schoolUser({
      first_name: 'Noor',
      last_name: 'Haddad',
      email: 'noor@staff.example',
      password: goodPassword,
    })
    const { body } = await world.admin.get(`/api/users/${id}`)
    const { name } = (await world.admin.get(`/api/schools/${world.schoolId}`)).body.data
    expect(body.data).toEqual({
      id,
      first_name: 'Noor',
      last_name: 'Haddad',
      email: 'noor@staff.example',
      pending_email: null,
      permission: 'school_admin',
      schools: [{ id: world.schoolId, name }],
      two_factor_enabled: false,
      is_disabled: false,
      state: 'active',
      invite_expires_at: null,
      last_seen_at: null,
      version: 1,
    })
    const { body: list } = await world.admin.get('/api/users?search=noor')
    expect(list.data).toEqual([body.data])
    expect(list.meta).toMatchObject({ total: 1, current_page: 1, per_page: 50 })
  })

  it('finds people by the starts of their names and by their address, sorts and filters', async () => {
    const schoolId = await buildSchool(services.owner, { name: 'Sorted College' })
    const base = { permission: 'school_admin', school_ids: [schoolId], last_name: 'Listed' } as const
    const at = services.clock.now().toISOString()
    const one = await buildUser(services.owner, {
      ...base,
      first_name: 'Ana',
      password: goodPassword,
      two_factor_confirmed_at: at,
    })
    const two = await buildUser(services.owner, { ...base, first_name: 'Bea', disabled_at: at })
    const three = await buildUser(services.owner, { ...base, first_name: 'Cleo', email: 'c.odd@box.example' })
    const all = (query: string) => world.admin.get(`/api/users?search=listed&${query}`)
    const where = (field: string, value: unknown) =>
      `filters=${encodeURIComponent(JSON.stringify({ [field]: { operator: 'and', constraints: [{ match_mode: 'equals', value }] } }))}`
    expect(ids(await all('sort=-name'))).toEqual([three, two, one])
    expect(ids(await all('sort=first_name'))).toEqual([one, two, three])
    expect(ids(await all(where('state', 'invited')))).toEqual([three])
    expect(ids(await all(where('is_disabled', true)))).toEqual([two])
    expect(ids(await all(where('two_factor_enabled', true)))).toEqual([one])
    expect(ids(await all(where('permission', 'shipmate_admin')))).toEqual([])
    expect(ids(await all(where('schools', 'Sorted College')))).toEqual([one, two, three])
    expect(ids(await world.admin.get('/api/users?search=odd@box'))).toEqual([])
    expect(ids(await world.admin.get('/api/users?search=c.odd@box'))).toEqual([three])
    expect(ids(await world.admin.get('/api/users?search=box.example'))).toEqual([three])
    const paged = await all('sort=name&per_page=2&page=2')
    expect([ids(paged), paged.body.meta.last_page]).toEqual([[three], 2])
    expect((await world.admin.get('/api/users?sort=password_hash')).status).toBe(422)
  })
})

describe('a school admin', () => {
  it('reaches only their own page, whoever else exists', async () => {
    const own = await world.registrar.get(`/api/users/${world.registrarId}`)
    expect([own.status, own.body.data.id]).toEqual([200, world.registrarId])
    for (const id of [world.adminId, await schoolUser(), 999_999_999]) {
      const answers = [
        await world.registrar.get(`/api/users/${id}`),
        await world.registrar.put(`/api/users/${id}`, { first_name: 'Mine' }),
        await world.registrar.put(`/api/users/${id}`, { no: 'such key' }),
        await world.registrar.get(`/api/users/${id}/sessions`),
        await world.registrar.delete(`/api/users/${id}/sessions`),
        await world.registrar.delete(`/api/users/${id}/sessions/1`),
      ]
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        answers.map(() => [403, 'forbidden']),
      )
    }
  })

  it('changes their own name, and never their permission, schools or state', async () => {
    const id = await schoolUser()
    const client = await clientOf(services, id)
    const named = await client.put(`/api/users/${id}`, {
      first_name: 'Inés',
      last_name: 'O’Hara',
      version: 1,
    })
    expect([named.status, named.body.data.first_name, named.body.data.version]).toEqual([200, 'Inés', 2])
    for (const change of [
      { permission: 'shipmate_admin' },
      { permission: 'school_admin' },
      { school_ids: [world.schoolId] },
      { school_ids: [] },
      { is_disabled: false },
      { first_name: 'Max', permission: 'shipmate_admin' },
    ]) {
      const refused = await client.put(`/api/users/${id}`, change)
      expect([change, refused.status, refused.body.code]).toEqual([change, 403, 'forbidden'])
    }
    const unknown = await client.put(`/api/users/${id}`, { password: 'seven quiet lanterns' })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['password']])
    const { body } = await client.get(`/api/users/${id}`)
    expect(body.data).toMatchObject({ first_name: 'Inés', permission: 'school_admin', version: 2 })
    expect(await historyOf(id)).toMatchObject([{ kind: 'user_changed', actor_id: id }])
  })
})

describe('PUT /api/users/{id} by a product admin', () => {
  it('gives and takes access, which applies to the next request', async () => {
    const id = await schoolUser()
    const client = await clientOf(services, id)
    const other = await buildSchool(services.owner, { name: 'Northgate College' })
    expect((await client.get(`/api/schools/${other}`)).status).toBe(404)
    const given = await world.admin.put(`/api/users/${id}`, { school_ids: [other, other], version: 1 })
    expect(given.body.data.schools).toEqual([{ id: other, name: 'Northgate College' }])
    expect((await client.get(`/api/schools/${other}`)).status).toBe(200)
    expect((await client.get(`/api/schools/${world.schoolId}`)).status).toBe(404)
    await world.admin.put(`/api/users/${id}`, { permission: 'shipmate_admin' })
    // who becomes a product admin needs two-factor authentication first
    expect((await client.get('/api/users')).body.code).toBe('two_factor_required')
    const { body } = await world.admin.put(`/api/users/${id}`, { permission: 'school_admin' })
    expect(body.errors).toEqual({ school_ids: ['Choose at least one school.'] })
    const unknown = await world.admin.put(`/api/users/${id}`, {
      permission: 'school_admin',
      school_ids: [other, 999_999_999],
    })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['school_ids']])
    const kinds = await historyOf(id)
    expect(kinds.map(({ kind }) => kind)).toEqual(['user_changed', 'user_changed'])
    expect(kinds[0]?.changes).toMatchObject([{ field: 'schools', after: ['Northgate College'] }])
  })

  it('refuses an outdated version with the current user, and changes nothing without a change', async () => {
    const id = await schoolUser({ first_name: 'Ida' })
    await world.admin.put(`/api/users/${id}`, { first_name: 'Ada', version: 1 })
    const late = await world.admin.put(`/api/users/${id}`, { first_name: 'Eda', version: 1 })
    expect([late.status, late.body.code, late.body.data.first_name]).toEqual([409, 'stale', 'Ada'])
    const same = await world.admin.put(`/api/users/${id}`, { first_name: 'Ada', version: 2 })
    expect([same.status, same.body.data.version]).toEqual([200, 2])
    expect(await historyOf(id)).toHaveLength(1)
    expect((await world.admin.put('/api/users/999999999', { first_name: 'No' })).status).toBe(404)
  })

  it('disables someone at once, and enables them again', async () => {
    const person = await buildPerson(services, { school_ids: [world.schoolId] })
    await login(person.client, person.email)
    expect((await person.client.get('/api/me')).status).toBe(200)
    const { body } = await world.admin.put(`/api/users/${person.id}`, { is_disabled: true })
    expect([body.data.is_disabled, body.data.state]).toEqual([true, 'disabled'])
    expect((await person.client.get('/api/me')).status).toBe(401)
    expect((await login(createClient(services.app), person.email)).status).toBe(422)
    expect((await world.admin.get(`/api/users/${person.id}/sessions`)).body.data).toEqual([])
    await world.admin.put(`/api/users/${person.id}`, { is_disabled: false })
    // the former session stays ended
    expect((await person.client.get('/api/me')).status).toBe(401)
    expect((await login(createClient(services.app), person.email)).status).toBe(200)
  })
})

describe('DELETE /api/users/{id}', () => {
  it('signs them out, frees their address and keeps their name in the history', async () => {
    const person = await buildPerson(services, { school_ids: [world.schoolId], first_name: 'Wilma' })
    await login(person.client, person.email)
    await person.client.put(`/api/users/${person.id}`, { last_name: 'Gone' })
    expect((await world.admin.delete(`/api/users/${person.id}`)).status).toBe(204)
    expect((await person.client.get('/api/me')).status).toBe(401)
    expect((await login(createClient(services.app), person.email)).status).toBe(422)
    expect((await world.admin.get(`/api/users/${person.id}`)).status).toBe(404)
    expect((await world.admin.delete(`/api/users/${person.id}`)).status).toBe(404)
    expect(ids(await world.admin.get(`/api/users?search=${person.email}`))).toEqual([])
    const again = await world.admin.post('/api/users/create', {
      first_name: 'Wilma',
      last_name: 'Back',
      email: person.email,
      permission: 'school_admin',
      school_ids: [world.schoolId],
    })
    expect(again.status).toBe(201)
    expect(await historyOf(person.id)).toMatchObject([
      { kind: 'user_changed', actor_id: person.id },
      { kind: 'user_removed', actor_id: world.adminId },
    ])
    const { rows } = await sql<{ name: string }>`select u.first_name || ' ' || u.last_name as name
      from history h join users u on u.id = h.actor_id where h.subject_type = 'user' and h.subject_id = ${person.id}
      order by h.id limit 1`.execute(services.owner)
    expect(rows).toEqual([{ name: 'Wilma Gone' }])
  })
})

it('no one removes or disables their own account without confirming the password', async () => {
  await buildPerson(services, { permission: 'shipmate_admin' })
  const { id } = await buildPerson(services, { permission: 'shipmate_admin' })
  const unsure = await clientOf(services, id)
  for (const answer of [
    await unsure.delete(`/api/users/${id}`),
    await unsure.put(`/api/users/${id}`, { is_disabled: true }),
  ])
    expect([answer.status, answer.body.code]).toEqual([423, 'password_confirmation_required'])
  expect((await unsure.get('/api/me')).status).toBe(200)
  const sure = await clientOf(services, id, { isConfirmed: true })
  expect((await sure.delete(`/api/users/${id}`)).status).toBe(204)
})

it('no one gives access without confirming the password, and a name needs none', async () => {
  const other = await buildSchool(services.owner)
  const person = await buildPerson(services, { school_ids: [world.schoolId], disabled_at: '2026-01-01' })
  const unsure = await clientOf(services, world.adminId)
  const path = `/api/users/${person.id}`
  for (const change of [
    { email: `taken.over.${person.email}` },
    { permission: 'shipmate_admin' },
    { school_ids: [world.schoolId, other] },
    { is_disabled: false },
  ]) {
    const answer = await unsure.put(path, change)
    expect([change, answer.status, answer.body.code]).toEqual([change, 423, 'password_confirmation_required'])
  }
  const same = { email: person.email, permission: 'school_admin', school_ids: [world.schoolId] }
  expect((await unsure.put(path, { ...same, first_name: 'Ada' })).status).toBe(200)
  expect((await world.admin.put(path, { permission: 'shipmate_admin' })).status).toBe(200)
})

describe('the history of a user', () => {
  it('shows product admins who changed what, by name', async () => {
    const id = await schoolUser()
    await world.admin.put(`/api/users/${id}`, { last_name: 'Newname' })
    const { body } = await world.admin.get(`/api/users/${id}/history`)
    expect(body.data).toMatchObject([
      {
        kind: 'user_changed',
        actor: { id: world.adminId },
        changes: [{ field: 'last_name', after: 'Newname' }],
      },
    ])
    expect((await world.registrar.get(`/api/users/${world.registrarId}/history`)).status).toBe(403)
  })
})
