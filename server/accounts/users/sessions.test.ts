import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailsTo } from '#server/testing/account-emails.ts'
import { createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson, confirmed, goodPassword, login, withTwoFactor } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

const signIn = async (email: string, agent: string): Promise<TestClient> => {
  const client = createClient(services.app)
  await client.post('/login', { email, password: goodPassword }, { 'user-agent': agent })
  return client
}

const isIn = async (client: TestClient): Promise<boolean> => (await client.get('/api/me')).status === 200
const sessionsOf = ({ body }: TestAnswer): { id: number; device: string }[] => body.data

describe('the sessions of a user', () => {
  it('show device, place and last activity, the latest first, and which one asks', async () => {
    const { id, email } = await buildPerson(services, { school_ids: [world.schoolId] })
    const first = await signIn(email, chrome)
    services.clock.advance(60)
    await signIn(email, firefox)
    const { body } = await first.get(`/api/users/${id}/sessions`)
    const at = services.clock.now().toISOString()
    expect(body.data).toMatchObject([
      { device: 'Firefox on Linux', place: '127.0.0.1', last_active_at: at, is_current: false },
      { device: 'Chrome on Windows', place: '127.0.0.1', is_current: true },
    ])
    expect(Object.keys(body.data[0]).toSorted()).toEqual([
      'created_at',
      'device',
      'id',
      'is_current',
      'last_active_at',
      'place',
    ])
    expect(sessionsOf(await world.admin.get(`/api/users/${id}/sessions`))).toHaveLength(2)
    services.clock.advance(16 * 60)
    world = await buildSchoolWorld(services)
    expect(sessionsOf(await world.admin.get(`/api/users/${id}/sessions`))).toEqual([])
  })

  it('end one by one, with the next request', async () => {
    const { id, email } = await buildPerson(services, { school_ids: [world.schoolId] })
    const [one, two] = [await signIn(email, chrome), await signIn(email, firefox)]
    const other = sessionsOf(await one.get(`/api/users/${id}/sessions`)).find(
      ({ device }) => device === 'Firefox on Linux',
    )
    expect((await one.delete(`/api/users/${id}/sessions/${other?.id}`)).status).toBe(204)
    expect([await isIn(one), await isIn(two)]).toEqual([true, false])
    expect((await one.delete(`/api/users/${id}/sessions/${other?.id}`)).status).toBe(404)
    const { body } = await world.admin.get(`/api/users/${id}/history`)
    expect(body.data).toMatchObject([
      {
        kind: 'sessions_ended',
        actor: { id },
        changes: [{ field: 'sessions', before: ['Firefox on Linux'], after: null }],
      },
    ])
  })

  it('end all others at once, and by an admin all of them', async () => {
    const { id, email } = await buildPerson(services, { school_ids: [world.schoolId] })
    const clients = [await signIn(email, chrome), await signIn(email, firefox), await signIn(email, chrome)]
    expect((await clients[0]!.delete(`/api/users/${id}/sessions`)).status).toBe(204)
    expect(await Promise.all(clients.map(isIn))).toEqual([true, false, false])
    expect((await world.admin.delete(`/api/users/${id}/sessions`)).status).toBe(204)
    expect(await isIn(clients[0]!)).toBe(false)
    expect((await world.admin.get('/api/me')).status).toBe(200)
  })

  it('can’t be ended through another user’s page', async () => {
    const [one, two] = [await buildPerson(services), await buildPerson(services)]
    const client = await signIn(one.email, chrome)
    await signIn(two.email, firefox)
    const [theirs] = sessionsOf(await world.admin.get(`/api/users/${two.id}/sessions`))
    expect((await client.delete(`/api/users/${one.id}/sessions/${theirs?.id}`)).status).toBe(404)
    expect((await client.delete(`/api/users/${two.id}/sessions/${theirs?.id}`)).status).toBe(403)
    expect((await world.admin.delete(`/api/users/${one.id}/sessions/${theirs?.id}`)).status).toBe(404)
    expect((await world.admin.get('/api/users/999999999/sessions')).status).toBe(404)
    expect(sessionsOf(await world.admin.get(`/api/users/${two.id}/sessions`))).toHaveLength(1)
  })
})

describe('last seen', () => {
  const seen = async (id: number) =>
    (await world.admin.get(`/api/users/${id}`)).body.data.last_seen_at as string | null

  it('is written at sign-in and at most every 5 minutes, and outlives the session', async () => {
    const { id, email } = await buildPerson(services, { school_ids: [world.schoolId] })
    expect(await seen(id)).toBeNull()
    const client = await signIn(email, chrome)
    const start = services.clock.now().toISOString()
    expect(await seen(id)).toBe(start)
    services.clock.advance(240)
    await client.get('/api/me')
    expect(await seen(id)).toBe(start)
    services.clock.advance(120)
    // polling isn't activity
    await client.get('/api/me', { 'x-background': '1' })
    expect(await seen(id)).toBe(start)
    await client.get('/api/me')
    const later = services.clock.now().toISOString()
    expect(await seen(id)).toBe(later)
    await client.post('/logout')
    expect(await seen(id)).toBe(later)
  })
})

describe('DELETE /api/users/{id}/two-factor', () => {
  it('lets someone who lost their phone in again, signs them out and tells them', async () => {
    const person = await buildPerson(services, { school_ids: [world.schoolId] })
    await withTwoFactor(services, person)
    const admin = await buildPerson(services, {
      permission: 'shipmate_admin',
      two_factor_confirmed_at: '2026-01-01T00:00:00Z',
    })
    await login(admin.client, admin.email)
    const locked = await admin.client.delete(`/api/users/${person.id}/two-factor`)
    expect([locked.status, locked.body.code]).toEqual([423, 'password_confirmation_required'])
    await confirmed(admin)
    const open = await login(createClient(services.app), person.email)
    expect(open.body).toEqual({ two_factor: true })
    expect((await admin.client.delete(`/api/users/${person.id}/two-factor`)).status).toBe(204)
    const after = createClient(services.app)
    expect((await login(after, person.email)).body.two_factor).toBe(false)
    const mails = await emailsTo(services, person.email)
    expect(mails.at(-1)).toMatchObject({ kind: 'two_factor_changed' })
    expect(mails.at(-1)?.text).toContain('A Shipmate Admin turned off two-factor authentication')
    const { body } = await admin.client.get(`/api/users/${person.id}/history`)
    expect(body.data[0]).toMatchObject({
      kind: 'two_factor_changed',
      actor: { id: admin.id },
      changes: [{ field: 'two_factor', before: 'on', after: 'off' }],
    })
    // again: nothing to do, and no email
    expect((await admin.client.delete(`/api/users/${person.id}/two-factor`)).status).toBe(204)
    expect(await emailsTo(services, person.email)).toHaveLength(mails.length)
    expect((await admin.client.delete('/api/users/999999999/two-factor')).status).toBe(404)
  })
})
