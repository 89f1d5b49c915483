import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { me } from '#contract/accounts/auth/shapes.ts'
import { createApp } from '#server/app/app.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildPerson, goodPassword, login } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import * as argon2 from '@node-rs/argon2'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const noMatch = 'These credentials do not match our records.'

describe('POST /login', () => {
  it('returns the user and creates a session', async () => {
    const schoolId = await buildSchool(services.owner)
    const person = await buildPerson(services, { school_ids: [schoolId] })
    const answer = await login(person.client, person.email)
    expect(answer.status).toBe(200)
    expect(answer.body.two_factor).toBe(false)
    expect(me.safeParse(answer.body.data).success).toBe(true)
    expect(answer.body.data).toMatchObject({
      id: person.id,
      permission: 'school_admin',
      two_factor_enabled: false,
      idle_minutes: 15,
    })
    expect((await person.client.get('/api/me')).body).toEqual({ data: answer.body.data })
  })

  it('ignores case, width and spaces in the email address', async () => {
    const person = await buildPerson(services, { email: 'wide@staff.example' })
    expect((await login(person.client, '  ＷＩＤＥ@Staff.Example ')).status).toBe(200)
  })

  it('takes the password literally, except for its Unicode form', async () => {
    const person = await buildPerson(services, { password: ' spaced cafe\u0301 password ' })
    expect((await login(person.client, person.email, 'spaced café password')).status).toBe(422)
    expect((await login(person.client, person.email, ' spaced café password ')).status).toBe(200)
  })

  it('gives the same response for an unknown email, a wrong password, a disabled user and an invited user', async () => {
    const known = await buildPerson(services)
    const disabled = await buildPerson(services, { disabled_at: '2026-01-01T00:00:00Z' })
    const { password: _none, ...invited } = { password: undefined, email: 'invited@staff.example' }
    await buildPerson(services, invited)
    await services.owner
      .updateTable('users')
      .set({ password_hash: null })
      .where('email', '=', invited.email)
      .execute()
    const answers = [
      await login(createClient(services.app), 'nobody@staff.example'),
      await login(createClient(services.app), known.email, 'wrong'),
      await login(createClient(services.app), disabled.email),
      await login(createClient(services.app), invited.email),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(422)
      expect({ ...answer.body, request_id: '' }).toEqual({
        code: 'invalid',
        message: noMatch,
        errors: { email: [noMatch] },
        request_id: '',
      })
    }
  })

  it('names missing fields', async () => {
    const answer = await createClient(services.app).post('/login', {})
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({
      email: ['The email field is required.'],
      password: ['The password field is required.'],
    })
  })

  it('creates a new session and a new anti-forgery token', async () => {
    const person = await buildPerson(services)
    await person.client.get('/sanctum/csrf-cookie')
    const token = person.client.cookies.get('XSRF-TOKEN')
    await login(person.client, person.email)
    const first = person.client.cookies.get('shipmate_session')
    expect(person.client.cookies.get('XSRF-TOKEN')).not.toBe(token)
    await person.client.post('/logout')
    await login(person.client, person.email)
    expect(person.client.cookies.get('shipmate_session')).not.toBe(first)
  })

  it('returns 409 if the user is already signed in, and keeps their session', async () => {
    const person = await buildPerson(services)
    await login(person.client, person.email)
    const session = person.client.cookies.get('shipmate_session')
    for (const path of ['/login', '/two-factor-challenge', '/forgot-password', '/reset-password']) {
      const answer = await person.client.post(path, {})
      expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'already_signed_in'])
    }
    expect(person.client.cookies.get('shipmate_session')).toBe(session)
    expect((await person.client.get('/api/me')).status).toBe(200)
  })

  it.each([
    [true, '43200'],
    ['on', '43200'],
    ['yes', '43200'],
    [1, '43200'],
    ['perhaps', undefined],
    [false, undefined],
  ])('with remember %j outlives the idle limit within 12 hours, or doesn’t', async (remember, age) => {
    const person = await buildPerson(services)
    const answer = await login(person.client, person.email, goodPassword, { remember })
    const cookie = [answer.headers['set-cookie']].flat().find((text) => text?.startsWith('shipmate_session'))
    expect(cookie?.match(/Max-Age=(\d+)/)?.[1]).toBe(age)
  })

  it('logs sign-ins, failed sign-ins and sign-outs', async () => {
    const person = await buildPerson(services)
    await login(person.client, person.email, 'wrong')
    await login(person.client, person.email)
    await person.client.post('/logout')
    const rows = await services.owner
      .selectFrom('access_log')
      .select(['action', 'outcome', 'actor_id', 'subject_id', 'address'])
      .where((is) => is.or([is('actor_id', '=', person.id), is('subject_id', '=', person.id)]))
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      {
        action: 'login_failed',
        outcome: 'refused',
        actor_id: null,
        subject_id: person.id,
        address: '127.0.0.1',
      },
      { action: 'login', outcome: 'allowed', actor_id: person.id, subject_id: null, address: '127.0.0.1' },
      { action: 'logout', outcome: 'allowed', actor_id: person.id, subject_id: null, address: '127.0.0.1' },
    ])
  })

  it('rehashes passwords with old parameters', async () => {
    const person = await buildPerson(services)
    const weak = await argon2.hash(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await services.owner
      .updateTable('users')
      .set({ password_hash: weak })
      .where('id', '=', person.id)
      .execute()
    expect((await login(person.client, person.email)).status).toBe(200)
    const { password_hash } = await services.owner
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(argon2.parseOptions(password_hash!)).toMatchObject({ memoryCost: 19_456, timeCost: 2 })
    await person.client.post('/logout')
    expect((await login(person.client, person.email)).status).toBe(200)
  })
})

describe('a session', () => {
  it('ends everywhere at sign-out', async () => {
    const person = await buildPerson(services)
    await login(person.client, person.email)
    const other = createClient(services.app)
    for (const [name, value] of person.client.cookies) other.cookies.set(name, value)
    const answer = await person.client.post('/logout')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(person.client.cookies.has('shipmate_session')).toBe(false)
    expect((await other.get('/api/me')).status).toBe(401)
    expect((await person.client.post('/logout')).status).toBe(401)
  })

  const sessionsOf = async (userId: number): Promise<number> =>
    (await services.owner.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length

  it('ends after 15 idle minutes and after 12 hours; background polls don’t count', async () => {
    const person = await buildPerson(services)
    await login(person.client, person.email)
    services.clock.advance(14 * 60)
    expect((await person.client.get('/api/me')).status).toBe(200)
    services.clock.advance(14 * 60)
    expect((await person.client.get('/api/me', { 'x-background': '1' })).status).toBe(200)
    services.clock.advance(61)
    expect(await sessionsOf(person.id)).toBe(1)
    expect((await person.client.get('/api/me')).status).toBe(401)
    // an expired session is deleted with the response that says so
    expect(await sessionsOf(person.id)).toBe(0)

    await login(person.client, person.email)
    for (let quarter = 0; quarter < 12 * 6; quarter += 1) {
      services.clock.advance(600)
      await person.client.get('/api/me')
    }
    expect((await person.client.get('/api/me')).status).toBe(401)
  })

  it('ends when the account is disabled', async () => {
    const person = await buildPerson(services)
    await login(person.client, person.email)
    const now = services.clock.now().toISOString()
    await services.owner.updateTable('users').set({ disabled_at: now }).where('id', '=', person.id).execute()
    expect((await person.client.get('/api/me')).status).toBe(401)
  })

  it('works in every process of the database', async () => {
    const second = await createApp(services.services)
    const person = await buildPerson(services)
    await login(person.client, person.email)
    const there = createClient(second)
    for (const [name, value] of person.client.cookies) there.cookies.set(name, value)
    expect((await there.get('/api/me')).body.data.id).toBe(person.id)
    expect((await there.post('/logout')).status).toBe(204)
    expect((await person.client.get('/api/me')).status).toBe(401)
    await second.close()
  })
})

describe('the cleanup at a sign-in', () => {
  it('fails no sign-in, and deletes the rest of what has expired', async () => {
    const [past, person] = [await buildPerson(services), await buildPerson(services)]
    await login(past.client, past.email)
    const expired = services.owner.updateTable('sessions').set({ expires_at: '2026-01-01T00:00:00Z' })
    await expired.where('user_id', '=', past.id).execute()
    const old = { user_id: past.id, token_hash: Buffer.alloc(32), created_at: '2026-01-01T00:00:00Z' }
    await services.owner.insertInto('pending_logins').values(old).execute()
    const end = await refuseWrites(services, { table: 'pending_logins', write: 'delete' })
    const { status } = await login(person.client, person.email)
    await end()
    const left = services.owner.selectFrom('sessions').select('id').where('user_id', '=', past.id)
    expect([status, await left.execute()]).toEqual([200, []])
  })
})

describe('GET /api/me', () => {
  it('returns the user’s school and its current period', async () => {
    const [own, empty, other] = [
      await buildSchool(services.owner, { name: 'Alder College' }),
      await buildSchool(services.owner, { name: 'Birch College' }),
      await buildSchool(services.owner, { name: 'Cedar College' }),
    ]
    const year = (starts_on: string, ends_on: string) => ({ school_id: own, starts_on, ends_on })
    await buildPeriod(services.owner, year('2025-08-01', '2026-07-31'))
    const current = await buildPeriod(services.owner, year('2026-08-01', '2027-07-31'))
    await buildPeriod(services.owner, year('2027-08-01', '2028-07-31'))
    const person = await buildPerson(services, { school_ids: [own, empty] })
    await login(person.client, person.email)
    const mine = await person.client.get('/api/me')
    expect(mine.body.data.schools).toEqual([
      { id: own, name: 'Alder College', logo_url: null, latest_period_id: current },
      { id: empty, name: 'Birch College', logo_url: null, latest_period_id: null },
    ])
    const admin = await buildPerson(services, { permission: 'shipmate_admin' })
    await login(admin.client, admin.email)
    const all = (await admin.client.get('/api/me')).body.data.schools as { id: number }[]
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([own, empty, other]))
  })

  it('returns 401 to guests', async () => {
    const answer = await createClient(services.app).get('/api/me')
    expect([answer.status, answer.body.message]).toEqual([401, 'Unauthenticated.'])
  })
})
