import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '#server/testing/authenticator.ts'
import { createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import {
  addPasskey,
  buildPerson,
  codeNow,
  confirmed,
  goodPassword,
  login,
  withPasskey,
  withTwoFactor,
  type Person,
} from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

type Device = ReturnType<typeof createAuthenticator>
type Bend = Parameters<Device['use']>[1]

const refusal = {
  credential: ['This passkey couldn’t be used. Try again, or sign in with your email and password.'],
}

/** Signs in with a passkey alone. */
const enter = async (client: TestClient, device: Device, bend?: Bend): Promise<TestAnswer> => {
  const options = await client.post('/passkey-login/options')
  return client.post('/passkey-login', { credential: device.use(options.body.data, bend) })
}

/** Answers a pending sign-in with a passkey. */
const answer = async (client: TestClient, device: Device, bend?: Bend): Promise<TestAnswer> => {
  const options = await client.post('/two-factor-challenge/passkey/options')
  return client.post('/two-factor-challenge/passkey', { credential: device.use(options.body.data, bend) })
}

const withOne = async (values = {}): Promise<Person & { device: Device }> => {
  const person = await buildPerson(services, values)
  return { ...person, device: await withPasskey(person) }
}

const accessesOf = (userId: number) =>
  services.owner
    .selectFrom('access_log')
    .select(['action', 'outcome', 'detail'])
    .where((row) => row.or([row('actor_id', '=', userId), row('subject_id', '=', userId)]))
    .orderBy('id')
    .execute()

const disable = (id: number) =>
  services.owner
    .updateTable('users')
    .set({ disabled_at: services.clock.now().toISOString() })
    .where('id', '=', id)
    .execute()

describe('the user’s passkeys', () => {
  it('are added, listed, renamed and removed, each change in the history and by email', async () => {
    const person = await buildPerson(services)
    const client = await confirmed(person)
    const other = createClient(services.app)
    await login(other, person.email)
    const added = await addPasskey(client, createAuthenticator(), 'Front desk')
    expect(added.status).toBe(201)
    const { id } = added.body.data
    expect((await client.get('/user/passkeys')).body.data).toEqual([
      { id, name: 'Front desk', created_at: services.clock.now().toISOString(), last_used_at: null },
    ])
    expect((await other.get('/api/me')).status).toBe(401)
    expect((await client.put(`/user/passkeys/${id}`, { name: 'Back desk' })).body.data.name).toBe('Back desk')
    expect((await client.delete(`/user/passkeys/${id}`)).status).toBe(204)
    expect((await client.get('/user/passkeys')).body.data).toEqual([])
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'changes'])
      .where('subject_type', '=', 'user')
      .where('subject_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(history.map(({ kind, changes }) => [kind, changes])).toEqual([
      ['two_factor_changed', [{ field: 'passkey', before: null, after: 'Front desk' }]],
      ['two_factor_changed', [{ field: 'passkey', before: 'Front desk', after: 'Back desk' }]],
      ['two_factor_changed', [{ field: 'passkey', before: 'Back desk', after: null }]],
    ])
    const mails = await services.owner
      .selectFrom('emails')
      .select('body')
      .where('to_address', '=', person.email)
      .orderBy('id')
      .execute()
    expect(mails.map(({ body }) => body)).toEqual([
      expect.stringContaining('The passkey “Front desk” was added to your Shipmate account.'),
      expect.stringContaining('The passkey “Back desk” was removed from your Shipmate account.'),
    ])
  })

  it('are changed only with a recently confirmed password', async () => {
    const person = await buildPerson(services)
    await login(person.client, person.email)
    expect((await person.client.post('/user/passkeys/options')).status).toBe(423)
    expect((await person.client.delete('/user/passkeys/1')).status).toBe(423)
  })

  it('are the user’s own', async () => {
    const [one, two] = [await buildPerson(services), await buildPerson(services)]
    const { id } = (await addPasskey(await confirmed(one), createAuthenticator())).body.data
    const client = await confirmed(two)
    expect((await client.put(`/user/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await client.delete(`/user/passkeys/${id}`)).status).toBe(404)
    expect((await one.client.get('/user/passkeys')).body.data).toHaveLength(1)
  })

  it('are removed when an admin resets two-factor authentication', async () => {
    const person = await buildPerson(services)
    const device = await withPasskey(person)
    const admin = await confirmed(
      await buildPerson(services, {
        permission: 'shipmate_admin',
        two_factor_confirmed_at: services.clock.now().toISOString(),
      }),
    )
    expect((await admin.get(`/api/users/${person.id}`)).body.data.two_factor_enabled).toBe(true)
    const reset = await admin.delete(`/api/users/${person.id}/two-factor`)
    expect(reset.status).toBeLessThan(300)
    expect((await admin.get(`/api/users/${person.id}`)).body.data.two_factor_enabled).toBe(false)
    expect((await enter(person.client, device)).status).toBe(422)
    expect((await login(person.client, person.email)).body.two_factor).toBe(false)
  })

  it('are 20 at most', async () => {
    const person = await buildPerson(services)
    const client = await confirmed(person)
    for (let time = 0; time < 20; time += 1)
      expect((await addPasskey(client, createAuthenticator())).status).toBe(201)
    expect((await addPasskey(client, createAuthenticator())).body.errors.credential).toEqual([
      'You have 20 passkeys. Remove one before you add another.',
    ])
  })
})

describe('a new passkey', () => {
  it.each<[string, Bend]>([
    ['another page', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['no user verification', { isVerified: false }],
  ])('with %s isn’t added', async (_, bend) => {
    const client = await confirmed(await buildPerson(services))
    const options = await client.post('/user/passkeys/options')
    const credential = createAuthenticator().create(options.body.data, bend)
    const sent = await client.post('/user/passkeys', { name: 'Laptop', credential })
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['credential']])
    expect((await client.get('/user/passkeys')).body.data).toEqual([])
  })

  it('needs a challenge of this session that’s at most 10 minutes old, and uses it up', async () => {
    const person = await buildPerson(services)
    const client = await confirmed(person)
    const options = (await client.post('/user/passkeys/options')).body.data
    const send = (by: TestClient) =>
      by.post('/user/passkeys', { name: 'Laptop', credential: createAuthenticator().create(options) })
    const stranger = await confirmed(await buildPerson(services))
    expect((await send(stranger)).status).toBe(422)
    services.clock.advance(599)
    expect((await send(client)).status).toBe(201)
    expect((await send(client)).status).toBe(422)
    await client.post('/user/passkeys/options')
    services.clock.advance(600)
    expect((await send(client)).status).toBe(422)
  })
})

describe('signing in with a passkey', () => {
  it('needs no email and no password, and counts as both factors', async () => {
    const { device, id } = await withOne({ permission: 'shipmate_admin', two_factor_confirmed_at: null })
    const client = createClient(services.app)
    const options = (await client.post('/passkey-login/options')).body.data
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
    const done = await client.post('/passkey-login', { credential: device.use(options) })
    expect([done.status, done.text]).toEqual([204, ''])
    expect((await client.get('/api/me')).body.data).toMatchObject({ id, two_factor_required: false })
    expect((await client.get('/api/schools')).status).toBe(200)
    expect((await accessesOf(id)).at(-1)).toEqual({ action: 'login', outcome: 'allowed', detail: 'passkey' })
    expect((await client.get('/user/passkeys')).body.data[0].last_used_at).toBe(
      services.clock.now().toISOString(),
    )
  })

  it.each<[string, Bend]>([
    ['no user verification', { isVerified: false }],
    ['another page', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['another user', { userHandle: 'x'.repeat(43) }],
    ['no user', { userHandle: null }],
  ])('is refused with %s', async (_, bend) => {
    const { device, client } = await withOne()
    const refused = await enter(client, device, bend)
    expect([refused.status, refused.body.errors]).toEqual([422, refusal])
    expect((await client.get('/api/me')).status).toBe(401)
  })

  it('is refused alike for unknown passkeys, disabled and removed users, and logged', async () => {
    const { device, client, id } = await withOne()
    await disable(id)
    const disabled = await enter(client, device)
    expect((await accessesOf(id)).at(-1)).toEqual({
      action: 'login_failed',
      outcome: 'refused',
      detail: 'passkey',
    })
    const gone = await withOne()
    const now = services.clock.now().toISOString()
    await services.owner.updateTable('users').set({ deleted_at: now }).where('id', '=', gone.id).execute()
    const stranger = createAuthenticator()
    const own = await confirmed(await buildPerson(services))
    stranger.create((await own.post('/user/passkeys/options')).body.data)
    for (const refused of [
      disabled,
      await enter(gone.client, gone.device),
      await enter(createClient(services.app), stranger),
    ])
      expect([refused.status, refused.body.errors]).toEqual([422, refusal])
  })

  it('uses a challenge of this browser once, for 10 minutes', async () => {
    const { device } = await withOne()
    const client = createClient(services.app)
    const options = (await client.post('/passkey-login/options')).body.data
    const thief = createClient(services.app)
    await thief.post('/passkey-login/options')
    expect((await thief.post('/passkey-login', { credential: device.use(options) })).status).toBe(422)
    const credential = device.use(options)
    const copy = createClient(services.app)
    for (const [name, value] of client.cookies) copy.cookies.set(name, value)
    const both = await Promise.all([client, copy].map((one) => one.post('/passkey-login', { credential })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422])
    const late = createClient(services.app)
    const old = (await late.post('/passkey-login/options')).body.data
    services.clock.advance(600)
    expect((await late.post('/passkey-login', { credential: device.use(old) })).status).toBe(422)
  })

  it('refuses a signature count that didn’t grow, because there’s a copy of the passkey', async () => {
    const { device } = await withOne()
    expect((await enter(createClient(services.app), device, { count: 7 })).status).toBe(204)
    for (const count of [7, 6, 0])
      expect((await enter(createClient(services.app), device, { count })).status).toBe(422)
    expect((await enter(createClient(services.app), device, { count: 8 })).status).toBe(204)
  })

  it('works with authenticators that don’t count', async () => {
    const { device } = await withOne()
    for (let time = 0; time < 2; time += 1)
      expect((await enter(createClient(services.app), device, { count: 0 })).status).toBe(204)
  })

  it('is limited to 5 failures a minute for a passkey and address', async () => {
    const { device } = await withOne()
    for (let time = 0; time < 5; time += 1)
      expect((await enter(createClient(services.app), device, { isVerified: false })).status).toBe(422)
    const sixth = await enter(createClient(services.app), device)
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '60'])
    services.clock.advance(60)
    expect((await enter(createClient(services.app), device)).status).toBe(204)
  })
})

describe('a passkey as the second factor', () => {
  it('is asked for after the password, with no other factor set up', async () => {
    const { device, client, email, id } = await withOne()
    expect((await login(client, email)).body).toEqual({ two_factor: true, methods: ['passkey'] })
    expect((await client.get('/api/me')).status).toBe(401)
    const options = (await client.post('/two-factor-challenge/passkey/options')).body.data
    expect(options.allowCredentials).toHaveLength(1)
    // the password was the first factor
    const credential = device.use(options, { isVerified: false })
    expect((await client.post('/two-factor-challenge/passkey', { credential })).status).toBe(204)
    expect((await client.get('/api/me')).body.data.id).toBe(id)
  })

  it('is one of two ways with an authenticator app; a code still works', async () => {
    const person = await buildPerson(services)
    const secret = await withTwoFactor(services, person)
    const { client, email } = person
    await login(client, email)
    await client.post('/two-factor-challenge', { code: codeNow(services, secret) })
    await client.post('/user/confirm-password', { password: goodPassword })
    const device = createAuthenticator()
    await addPasskey(client, device)
    await client.post('/logout')
    services.clock.advance(60)
    expect((await login(client, email)).body).toEqual({ two_factor: true, methods: ['passkey', 'code'] })
    expect((await client.post('/two-factor-challenge', { code: codeNow(services, secret) })).status).toBe(204)
    await client.post('/logout')
    await login(client, email)
    expect((await answer(client, device)).status).toBe(204)
  })

  it('can’t be another user’s', async () => {
    const [one, two] = [await withOne(), await withOne()]
    await login(one.client, one.email)
    const refused = await answer(one.client, two.device)
    expect([refused.status, refused.body.errors]).toEqual([422, refusal])
  })

  it('shares the 5 tries of the pending sign-in with codes', async () => {
    const { device, client, email } = await withOne()
    await login(client, email)
    for (let time = 0; time < 3; time += 1) await client.post('/two-factor-challenge', { code: '000000' })
    for (let time = 0; time < 2; time += 1)
      expect((await answer(client, device, { origin: 'https://evil.example' })).status).toBe(422)
    expect((await client.post('/two-factor-challenge/passkey/options')).status).toBe(422)
    await login(client, email)
    expect((await answer(client, device)).status).toBe(204)
  })

  it('can’t complete a sign-in without a password, nor that one a sign-in on its own', async () => {
    const { device, email } = await withOne()
    const pending = createClient(services.app)
    await login(pending, email)
    const options = (await pending.post('/two-factor-challenge/passkey/options')).body.data
    expect((await pending.post('/passkey-login', { credential: device.use(options) })).status).toBe(422)
    const guest = createClient(services.app)
    await guest.post('/passkey-login/options')
    expect((await guest.post('/two-factor-challenge/passkey/options')).status).toBe(422)
  })

  it('isn’t accepted after the account is disabled or the passkey removed', async () => {
    const { device, client, email, id } = await withOne()
    await login(client, email)
    await disable(id)
    expect((await answer(client, device)).status).toBe(422)
    const other = await withOne()
    await login(other.client, other.email)
    const options = (await other.client.post('/two-factor-challenge/passkey/options')).body.data
    await services.owner.deleteFrom('passkeys').where('user_id', '=', other.id).execute()
    const credential = other.device.use(options)
    expect((await other.client.post('/two-factor-challenge/passkey', { credential })).status).toBe(422)
  })
})

describe('with a public address', () => {
  it('passkeys belong to its host, and work from the admin hosts', async () => {
    const own = await startTestServices({
      PUBLIC_URL: 'https://app.example.org',
      ADMIN_ORIGINS: 'https://admin.app.example.org',
    })
    const person = await buildPerson(own)
    const device = await withPasskey(person, createAuthenticator('https://app.example.org'))
    const from = async (origin: string): Promise<number> => {
      const client = createClient(own.app)
      const options = (await client.post('/passkey-login/options')).body.data
      expect(options.rpId).toBe('app.example.org')
      return (await client.post('/passkey-login', { credential: device.use(options, { origin }) })).status
    }
    expect(await from('https://app.example.org')).toBe(204)
    expect(await from('https://admin.app.example.org')).toBe(204)
    expect(await from('https://other.app.example.org')).toBe(422)
    expect(await from('http://localhost')).toBe(422)
    await own.close()
  })
})
