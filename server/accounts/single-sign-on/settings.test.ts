import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { addPasskey, buildPerson, codeNow, confirmed, login } from '#server/testing/sign-in.ts'
import { createAuthenticator } from '#server/testing/authenticator.ts'
import { clientOf } from '#server/testing/client.ts'
import { startIdentityProvider } from '#server/testing/identity-provider.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
})
afterAll(() => services.close())

const path = ({ schoolId }: SchoolWorld): string => `/api/schools/${schoolId}/sign-in-settings`
const none = { requires_two_factor: false, sign_on_is_on: false, issuer: null, client_id: null }
const complete = {
  ...none,
  sign_on_is_on: true,
  issuer: 'https://login.campus.example',
  client_id: 'shipmate',
  secret: 'first secret of the client',
}

describe('how a school’s staff sign in', () => {
  it('is off at first; the client secret is written and never read', async () => {
    const world = await buildSchoolWorld(services, { isConfirmed: true })
    const first = (await world.admin.get(path(world))).body.data
    expect(first).toEqual({
      ...none,
      has_secret: false,
      redirect_uri: `http://localhost:3000/login/school/${world.schoolId}`,
      people: 1,
      people_without_factor: 1,
      version: 0,
    })
    const saved = await world.admin.put(path(world), { ...complete, version: 0 })
    expect([saved.status, saved.body.data.has_secret, saved.body.data.version]).toEqual([200, true, 1])
    expect(saved.text).not.toContain(complete.secret)
    const row = await services.owner
      .selectFrom('sign_in_settings')
      .select('secret_cipher')
      .where('school_id', '=', world.schoolId)
      .executeTakeFirstOrThrow()
    expect(row.secret_cipher?.toString('latin1')).not.toContain(complete.secret)
    const history = await services.owner
      .selectFrom('history')
      .select('changes')
      .where('subject_type', '=', 'school')
      .where('subject_id', '=', world.schoolId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(history.changes)).not.toContain(complete.secret)
    expect(history.changes).toContainEqual({
      field: 'sign_in_settings.secret',
      before: null,
      after: 'Replaced',
    })
    // left out, the saved secret stays
    const { secret: _secret, ...rest } = complete
    const again = await world.admin.put(path(world), { ...rest, client_id: 'other', version: 1 })
    expect(again.body.data.has_secret).toBe(true)
    expect((await world.admin.put(path(world), { ...rest, version: 1 })).status).toBe(409)
  })

  it.each([
    [{ issuer: null }, 'issuer'],
    [{ issuer: 'http://login.campus.example' }, 'issuer'],
    [{ client_id: null }, 'client_id'],
    [{ secret: null }, 'secret'],
  ])('can’t be turned on with %j', async (change, field) => {
    const world = await buildSchoolWorld(services, { isConfirmed: true })
    const refused = await world.admin.put(path(world), { ...complete, ...change, version: 0 })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
  })

  it('is checked by reading what the provider offers', async () => {
    const world = await buildSchoolWorld(services, { isConfirmed: true })
    const provider = await startIdentityProvider('http://localhost:3000/login/school')
    const check = async (issuer: string) =>
      (await world.admin.post(`${path(world)}/check`, { issuer })).body.data
    expect(await check(provider.issuer)).toEqual({
      is_ok: true,
      message: 'The provider can be reached. Save, then try to sign in.',
    })
    expect((await check(`${provider.issuer}/other`)).message).toContain('isn’t the address of an OpenID')
    expect((await check('http://10.0.0.1')).message).toBe(
      'Shipmate can’t connect to this address. Use a public https address.',
    )
    await provider.close()
    expect((await check(provider.issuer)).message).toBe('The provider can’t be reached. Check the address.')
  })

  it('unties a user, ends their sessions and tells them', async () => {
    const world = await buildSchoolWorld(services, { isConfirmed: true })
    const person = await buildPerson(services, { school_ids: [world.schoolId] })
    const at = services.clock.now().toISOString()
    const tie = { school_id: world.schoolId, user_id: person.id, issuer: 'https://a.example', subject: 's' }
    await services.owner
      .insertInto('sign_on_ties')
      .values({ ...tie, created_at: at })
      .execute()
    const client = await clientOf(services, person.id)
    const ties = `/api/schools/${world.schoolId}/sign-on-ties`
    const [row] = (await world.admin.get(ties)).body.data
    expect(row).toEqual({
      id: row.id,
      user: { id: person.id, name: 'Imani Okafor', email: person.email },
      created_at: at,
    })
    expect((await world.admin.delete(`${ties}/${row.id}`)).status).toBe(204)
    expect((await world.admin.get(ties)).body.data).toEqual([])
    expect((await client.get('/api/me')).status).toBe(401)
    expect((await world.admin.delete(`${ties}/${row.id}`)).status).toBe(404)
  })
})

describe('a school that requires two-factor authentication', () => {
  const required = async () => {
    const world = await buildSchoolWorld(services, { isConfirmed: true })
    const person = await buildPerson(services, { school_ids: [world.schoolId] })
    const client = await confirmed(person)
    await world.admin.put(path(world), { ...none, requires_two_factor: true, version: 0 })
    return { world, person, client }
  }

  it('holds its school admins from the next request until they have a code or a passkey', async () => {
    const { world, client } = await required()
    const held = await client.get(`/api/schools/${world.schoolId}`)
    expect([held.status, held.body.code]).toEqual([403, 'two_factor_required'])
    expect((await client.get('/api/me')).body.data.two_factor_required).toBe(true)
    expect((await world.admin.get(path(world))).body.data).toMatchObject({
      people: 2,
      people_without_factor: 2,
    })
    await addPasskey(client, createAuthenticator())
    // the account of an API token is no one
    await confirmAdmin({ services, adminId: world.adminId })
    const token = { name: 'Banner', access: 'read', expires_in_days: 1 }
    expect((await world.admin.post(`/api/schools/${world.schoolId}/api-tokens`, token)).status).toBe(201)
    expect((await client.get(`/api/schools/${world.schoolId}`)).status).toBe(200)
    expect((await world.admin.get(path(world))).body.data.people_without_factor).toBe(1)
    const [{ id }] = (await client.get('/user/passkeys')).body.data
    await client.delete(`/user/passkeys/${id}`)
    expect((await client.get(`/api/schools/${world.schoolId}`)).status).toBe(403)
    await client.post('/user/two-factor-authentication')
    const { secretKey } = (await client.get('/user/two-factor-secret-key')).body
    await client.post('/user/confirmed-two-factor-authentication', { code: codeNow(services, secretKey) })
    expect((await client.get(`/api/schools/${world.schoolId}`)).status).toBe(200)
  })

  it('says so at sign-in, and holds no one of other schools', async () => {
    const { person } = await required()
    await person.client.post('/logout')
    const { body } = await login(person.client, person.email)
    expect(body.data.two_factor_required).toBe(true)
    const other = await buildSchoolWorld(services, { isConfirmed: true })
    const stranger = await buildPerson(services, { school_ids: [other.schoolId] })
    expect((await login(stranger.client, stranger.email)).body.data.two_factor_required).toBe(false)
  })
})
