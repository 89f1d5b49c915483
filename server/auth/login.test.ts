import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { me } from '#contract/auth/shapes.ts'
import { createApp } from '#server/app.ts'
import { buildPeriod } from '#server/periods/factory.ts'
import { buildSchool } from '#server/schools/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { buildPerson, goodPassword, login } from '#server/testing/sign-in.ts'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'
import * as argon2 from '@node-rs/argon2'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

const noMatch = 'These credentials do not match our records.'

describe('POST /login', () => {
  it('answers the user and opens a session', async () => {
    const schoolId = await buildSchool(house.owner)
    const person = await buildPerson(house, { school_ids: [schoolId] })
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

  it('takes the name in any case, width and spacing', async () => {
    const person = await buildPerson(house, { email: 'wide@staff.example' })
    expect((await login(person.client, '  ＷＩＤＥ@Staff.Example ')).status).toBe(200)
  })

  it('takes the password literally, but for its Unicode form', async () => {
    const person = await buildPerson(house, { password: ' spaced cafe\u0301 password ' })
    expect((await login(person.client, person.email, 'spaced café password')).status).toBe(422)
    expect((await login(person.client, person.email, ' spaced café password ')).status).toBe(200)
  })

  it('says the same of an unknown name, a wrong password, a disabled and an invited user', async () => {
    const known = await buildPerson(house)
    const disabled = await buildPerson(house, { disabled_at: '2026-01-01T00:00:00Z' })
    const { password: _none, ...invited } = { password: undefined, email: 'invited@staff.example' }
    await buildPerson(house, invited)
    await house.owner
      .updateTable('users')
      .set({ password_hash: null })
      .where('email', '=', invited.email)
      .execute()
    const answers = [
      await login(createClient(house.app), 'nobody@staff.example'),
      await login(createClient(house.app), known.email, 'wrong'),
      await login(createClient(house.app), disabled.email),
      await login(createClient(house.app), invited.email),
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
    const answer = await createClient(house.app).post('/login', {})
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({
      email: ['The email field is required.'],
      password: ['The password field is required.'],
    })
  })

  it('makes the session and the anti-forgery token new', async () => {
    const person = await buildPerson(house)
    await person.client.get('/sanctum/csrf-cookie')
    const token = person.client.cookies.get('XSRF-TOKEN')
    await login(person.client, person.email)
    const first = person.client.cookies.get('shipmate_session')
    expect(person.client.cookies.get('XSRF-TOKEN')).not.toBe(token)
    await person.client.post('/logout')
    await login(person.client, person.email)
    expect(person.client.cookies.get('shipmate_session')).not.toBe(first)
  })

  it('answers 409 to somebody signed in, whatever they send, and leaves their session', async () => {
    const person = await buildPerson(house)
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
  ])('remember %j outlives the window within 12 hours or not at all', async (remember, age) => {
    const person = await buildPerson(house)
    const answer = await login(person.client, person.email, goodPassword, { remember })
    const cookie = [answer.headers['set-cookie']].flat().find((text) => text?.startsWith('shipmate_session'))
    expect(cookie?.match(/Max-Age=(\d+)/)?.[1]).toBe(age)
  })

  it('writes logins, failed logins and logouts down', async () => {
    const person = await buildPerson(house)
    await login(person.client, person.email, 'wrong')
    await login(person.client, person.email)
    await person.client.post('/logout')
    const rows = await house.owner
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

  it('hashes anew what was hashed with other parameters', async () => {
    const person = await buildPerson(house)
    const weak = await argon2.hash(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await house.owner.updateTable('users').set({ password_hash: weak }).where('id', '=', person.id).execute()
    expect((await login(person.client, person.email)).status).toBe(200)
    const { password_hash } = await house.owner
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(argon2.parseOptions(password_hash!)).toMatchObject({ memoryCost: 19_456, timeCost: 2 })
    await person.client.post('/logout')
    expect((await login(person.client, person.email)).status).toBe(200)
  })
})

describe('the session', () => {
  it('is dead everywhere at once after logout', async () => {
    const person = await buildPerson(house)
    await login(person.client, person.email)
    const other = createClient(house.app)
    for (const [name, value] of person.client.cookies) other.cookies.set(name, value)
    const answer = await person.client.post('/logout')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(person.client.cookies.has('shipmate_session')).toBe(false)
    expect((await other.get('/api/me')).status).toBe(401)
    expect((await person.client.post('/logout')).status).toBe(401)
  })

  const sessionsOf = async (userId: number): Promise<number> =>
    (await house.owner.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length

  it('ends after 15 idle minutes and after 12 hours, and polling is no activity', async () => {
    const person = await buildPerson(house)
    await login(person.client, person.email)
    house.clock.advance(14 * 60)
    expect((await person.client.get('/api/me')).status).toBe(200)
    house.clock.advance(14 * 60)
    expect((await person.client.get('/api/me', { 'x-background': '1' })).status).toBe(200)
    house.clock.advance(61)
    expect(await sessionsOf(person.id)).toBe(1)
    expect((await person.client.get('/api/me')).status).toBe(401)
    // what has run out is gone with the answer that says so
    expect(await sessionsOf(person.id)).toBe(0)

    await login(person.client, person.email)
    for (let quarter = 0; quarter < 12 * 6; quarter += 1) {
      house.clock.advance(600)
      await person.client.get('/api/me')
    }
    expect((await person.client.get('/api/me')).status).toBe(401)
  })

  it('ends with the account', async () => {
    const person = await buildPerson(house)
    await login(person.client, person.email)
    const now = house.clock.now().toISOString()
    await house.owner.updateTable('users').set({ disabled_at: now }).where('id', '=', person.id).execute()
    expect((await person.client.get('/api/me')).status).toBe(401)
  })

  it('is served by every process on the database', async () => {
    const second = await createApp(house.house)
    const person = await buildPerson(house)
    await login(person.client, person.email)
    const there = createClient(second)
    for (const [name, value] of person.client.cookies) there.cookies.set(name, value)
    expect((await there.get('/api/me')).body.data.id).toBe(person.id)
    expect((await there.post('/logout')).status).toBe(204)
    expect((await person.client.get('/api/me')).status).toBe(401)
    await second.close()
  })
})

describe('GET /api/me', () => {
  it('gives the own schools with the period their work starts in', async () => {
    const [own, empty, other] = [
      await buildSchool(house.owner, { name: 'Alder College' }),
      await buildSchool(house.owner, { name: 'Birch College' }),
      await buildSchool(house.owner, { name: 'Cedar College' }),
    ]
    const year = (starts_on: string, ends_on: string) => ({ school_id: own, starts_on, ends_on })
    await buildPeriod(house.owner, year('2025-08-01', '2026-07-31'))
    const current = await buildPeriod(house.owner, year('2026-08-01', '2027-07-31'))
    await buildPeriod(house.owner, year('2027-08-01', '2028-07-31'))
    const person = await buildPerson(house, { school_ids: [own, empty] })
    await login(person.client, person.email)
    const mine = await person.client.get('/api/me')
    expect(mine.body.data.schools).toEqual([
      { id: own, name: 'Alder College', latest_period_id: current },
      { id: empty, name: 'Birch College', latest_period_id: null },
    ])
    const admin = await buildPerson(house, { permission: 'shipmate_admin' })
    await login(admin.client, admin.email)
    const all = (await admin.client.get('/api/me')).body.data.schools as { id: number }[]
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([own, empty, other]))
  })

  it('is 401 to nobody', async () => {
    const answer = await createClient(house.app).get('/api/me')
    expect([answer.status, answer.body.message]).toEqual([401, 'Unauthenticated.'])
  })
})
