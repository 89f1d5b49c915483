import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type TestClient } from '#server/testing/client.ts'
import {
  buildPerson,
  codeNow,
  confirmed,
  goodPassword,
  login,
  withTwoFactor,
} from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const switchOn = '/user/two-factor-authentication'
const confirmation = '/user/confirmed-two-factor-authentication'
const codes = '/user/two-factor-recovery-codes'

const secretOf = async (client: TestClient): Promise<string> =>
  (await client.get('/user/two-factor-secret-key')).body.secretKey

const historyOf = (userId: number) =>
  services.owner
    .selectFrom('history')
    .select(['kind', 'changes', 'actor_id'])
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute()

const mailsTo = async (email: string): Promise<string[]> => {
  const rows = await services.owner
    .selectFrom('emails')
    .select('body')
    .where('to_address', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => body ?? '')
}

describe('every two-factor call', () => {
  it('requires a password confirmed within 3 hours', async () => {
    const person = await buildPerson(services)
    const { client } = person
    await login(client, person.email)
    const calls = [
      () => client.post(switchOn),
      () => client.delete(switchOn),
      () => client.get('/user/two-factor-qr-code'),
      () => client.get('/user/two-factor-secret-key'),
      () => client.post(confirmation, { code: '123456' }),
      () => client.get(codes),
      () => client.post(codes),
    ]
    for (const call of calls) {
      const answer = await call()
      expect([answer.status, answer.body.message]).toEqual([423, 'Password confirmation required.'])
    }
    await client.post('/user/confirm-password', { password: goodPassword })
    for (const call of calls) expect((await call()).status).not.toBe(423)
  })

  it('returns 401 to guests', async () => {
    expect((await createClient(services.app).post(switchOn)).status).toBe(401)
    expect((await createClient(services.app).get(codes)).status).toBe(401)
  })
})

describe('confirming the password', () => {
  it('rejects a wrong password, and is valid for exactly 3 hours', async () => {
    const person = await buildPerson(services)
    const { client } = person
    await login(client, person.email)
    const wrong = await client.post('/user/confirm-password', { password: 'wrong' })
    expect(wrong.body.errors).toEqual({ password: ['The provided password was incorrect.'] })
    const status = async (query = '') => client.get(`/user/confirmed-password-status${query}`)
    const never = await status()
    expect([never.body, never.headers['x-retry-after']]).toEqual([{ confirmed: false }, undefined])

    const right = await client.post('/user/confirm-password', { password: goodPassword })
    expect([right.status, right.text]).toEqual([201, '""'])
    const now = await status()
    expect([now.body, now.headers['x-retry-after']]).toEqual([{ confirmed: true }, undefined])
    const stay = async (seconds: number) => {
      for (let left = seconds; left > 0; left -= 600) {
        services.clock.advance(Math.min(left, 600))
        await client.get('/api/me')
      }
    }
    await stay(495)
    const later = await status('?seconds=500')
    expect([later.body, later.headers['x-retry-after']]).toEqual([{ confirmed: true }, '495'])
    await stay(6)
    const tooLate = await status('?seconds=500')
    expect([tooLate.body, tooLate.headers['x-retry-after']]).toEqual([{ confirmed: false }, undefined])
    await stay(10_800 - 501)
    expect((await client.get(codes)).status).toBe(200)
    await stay(1)
    expect((await client.get(codes)).status).toBe(423)
    expect((await status()).body).toEqual({ confirmed: false })
  })

  it('gives the session a new token with the same expiry', async () => {
    const person = await buildPerson(services)
    const { client } = person
    await login(client, person.email)
    const old = createClient(services.app)
    for (const [name, value] of client.cookies) old.cookies.set(name, value)
    const token = client.cookies.get('XSRF-TOKEN')
    await client.post('/user/confirm-password', { password: goodPassword })
    expect((await old.get('/api/me')).status).toBe(401)
    expect((await client.get('/api/me')).status).toBe(200)
    expect(client.cookies.get('XSRF-TOKEN')).toBe(token)
  })
})

describe('turning on', () => {
  it('goes off → pending → on', async () => {
    const person = await buildPerson(services)
    const client = await confirmed(person)
    expect((await client.get('/user/two-factor-qr-code')).body).toEqual([])
    expect((await client.get(codes)).body).toEqual([])
    const none = await client.get('/user/two-factor-secret-key')
    expect([none.status, none.body.message]).toEqual([404, 'Two factor authentication has not been enabled.'])
    const early = await client.post(confirmation, { code: '123456' })
    expect(early.body.errors.code).toEqual(['The provided two factor authentication code was invalid.'])

    const begun = await client.post(switchOn)
    expect([begun.status, begun.text]).toEqual([200, '""'])
    const secret = await secretOf(client)
    expect(secret).toMatch(/^[A-Z2-7]{16,}$/)
    const { svg, url } = (await client.get('/user/two-factor-qr-code')).body
    expect(svg).toMatch(/^<svg [^>]*width="192" height="192"/)
    expect(svg).toContain('#2D3748')
    expect(url).toBe(
      `otpauth://totp/Shipmate:${encodeURIComponent(person.email)}?secret=${secret}&issuer=Shipmate&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await client.get('/api/me')).body.data.two_factor_enabled).toBe(false)
    const other = createClient(services.app)
    expect((await login(other, person.email)).body.two_factor).toBe(false)

    expect((await client.post(confirmation, { code: null })).status).toBe(422)
    expect((await client.post(confirmation, { code: '000000' })).status).toBe(422)
    const done = await client.post(confirmation, { code: codeNow(services, secret) })
    expect([done.status, done.text]).toEqual([200, '""'])
    expect((await client.get('/api/me')).body.data.two_factor_enabled).toBe(true)
    // the session that turned it on stays, others end
    expect((await other.get('/api/me')).status).toBe(401)
    expect(await historyOf(person.id)).toEqual([
      {
        kind: 'two_factor_changed',
        actor_id: person.id,
        changes: [{ field: 'two_factor', before: 'off', after: 'pending' }],
      },
      {
        kind: 'two_factor_changed',
        actor_id: person.id,
        changes: [{ field: 'two_factor', before: 'pending', after: 'on' }],
      },
    ])
    expect(await mailsTo(person.email)).toEqual([expect.stringContaining('was turned on')])
  })

  it('again changes nothing; forced, it makes everything new and unconfirmed', async () => {
    const person = await buildPerson(services)
    const client = await confirmed(person)
    await client.post(switchOn)
    const [secret, former] = [await secretOf(client), (await client.get(codes)).body]
    await client.post(switchOn, { force: false })
    expect(await secretOf(client)).toBe(secret)
    await client.post(confirmation, { code: codeNow(services, secret) })
    await client.post(switchOn, { force: 'yes' })
    expect(await secretOf(client)).not.toBe(secret)
    expect((await client.get(codes)).body).not.toEqual(former)
    expect((await client.get('/api/me')).body.data.two_factor_enabled).toBe(false)
    await client.post('/logout')
    expect((await login(client, person.email)).body.two_factor).toBe(false)
  })

  it('stores secret and codes encrypted and bound to their row', async () => {
    const [one, other] = [await buildPerson(services), await buildPerson(services)]
    const secret = await withTwoFactor(services, one)
    await withTwoFactor(services, other)
    const { two_factor_secret } = await services.owner
      .selectFrom('users')
      .select('two_factor_secret')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    expect(two_factor_secret!.toString('latin1')).not.toContain(secret)
    await services.owner.updateTable('users').set({ two_factor_secret }).where('id', '=', other.id).execute()
    await login(other.client, other.email)
    const answer = await other.client.post('/two-factor-challenge', { code: codeNow(services, secret) })
    expect(answer.status).toBe(500)
  })
})

describe('turning off', () => {
  it('deletes secret and codes, ends other sessions and emails the user', async () => {
    const person = await buildPerson(services)
    const secret = await withTwoFactor(services, person)
    const { client } = person
    await login(client, person.email)
    await client.post('/two-factor-challenge', { code: codeNow(services, secret) })
    await client.post('/user/confirm-password', { password: goodPassword })
    const other = createClient(services.app)
    await login(other, person.email)
    const off = await client.delete(switchOn)
    expect([off.status, off.text]).toEqual([200, '""'])
    expect((await client.delete(switchOn)).status).toBe(200)
    const row = await services.owner
      .selectFrom('users')
      .select(['two_factor_secret', 'two_factor_recovery_codes', 'two_factor_confirmed_at'])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(Object.values(row)).toEqual([null, null, null])
    const late = await other.post('/two-factor-challenge', { code: codeNow(services, secret) })
    expect(late.status).toBe(422)
    expect(await mailsTo(person.email)).toEqual([
      expect.stringContaining('was turned on'),
      expect.stringContaining('was turned off'),
    ])
    await client.post('/logout')
    expect((await login(client, person.email)).body.two_factor).toBe(false)
  })
})

describe('new recovery codes', () => {
  it('replace all 8', async () => {
    const person = await buildPerson(services)
    const client = await confirmed(person)
    expect((await client.post(codes)).status).toBe(200)
    expect((await client.get(codes)).body).toEqual([])
    await client.post(switchOn)
    const former: string[] = (await client.get(codes)).body
    const renewed = await client.post(codes)
    expect([renewed.status, renewed.text]).toEqual([200, '""'])
    const present: string[] = (await client.get(codes)).body
    expect(new Set([...former, ...present]).size).toBe(16)
    expect((await historyOf(person.id)).at(-1)?.changes).toEqual([
      { field: 'two_factor_recovery_codes', before: null, after: 'renewed' },
    ])
  })
})
