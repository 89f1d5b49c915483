import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type TestClient } from '#server/testing/client.ts'
import {
  buildPerson,
  codeNow,
  confirmed,
  login,
  withTwoFactor,
  type Person,
} from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const wrongCode = 'The provided two factor authentication code was invalid.'
const wrongRecovery = 'The provided two factor recovery code was invalid.'

const answer = (client: TestClient, body: object) => client.post('/two-factor-challenge', body)

/** Signs in up to the code step. */
const waiting = async (): Promise<Person & { secret: string }> => {
  const person = await buildPerson(services)
  const secret = await withTwoFactor(services, person)
  expect((await login(person.client, person.email)).body).toEqual({ two_factor: true })
  return { ...person, secret }
}

/** Returns another window of the same browser. */
const copyOf = (client: TestClient): TestClient => {
  const copy = createClient(services.app)
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  return copy
}

const recoveryCodes = async (person: Person): Promise<string[]> => {
  await person.client.post('/user/confirm-password', { password: 'seven quiet lanterns drift' })
  return (await person.client.get('/user/two-factor-recovery-codes')).body
}

describe('a sign-in that needs its second factor', () => {
  it('has no access', async () => {
    const { client } = await waiting()
    expect(client.cookies.has('shipmate_session')).toBe(false)
    expect((await client.get('/api/me')).status).toBe(401)
    client.cookies.set('shipmate_session', client.cookies.get('shipmate_challenge')!)
    expect((await client.get('/api/me')).status).toBe(401)
  })

  it('is completed by the correct code, once', async () => {
    const { client, id, secret } = await waiting()
    const before = copyOf(client)
    const token = client.cookies.get('XSRF-TOKEN')
    const done = await answer(client, { code: ` ${codeNow(services, secret)} ` })
    expect([done.status, done.text]).toEqual([204, ''])
    expect((await client.get('/api/me')).body.data).toMatchObject({ id, two_factor_enabled: true })
    expect(client.cookies.get('XSRF-TOKEN')).not.toBe(token)
    expect(client.cookies.has('shipmate_challenge')).toBe(false)
    const again = await answer(before, { code: codeNow(services, secret, 1) })
    expect([again.status, again.body.errors]).toEqual([422, { code: [wrongCode] }])
  })

  it('remembers that the user wants to stay signed in', async () => {
    const person = await buildPerson(services)
    const secret = await withTwoFactor(services, person)
    await login(person.client, person.email, undefined, { remember: true })
    const done = await answer(person.client, { code: codeNow(services, secret) })
    const cookie = [done.headers['set-cookie']].flat().find((text) => text?.startsWith('shipmate_session'))
    expect(cookie).toContain('Max-Age=43200')
  })

  it('names the incorrect input', async () => {
    const { client } = await waiting()
    expect((await answer(client, { code: '000000' })).body.errors).toEqual({ code: [wrongCode] })
    expect((await answer(client, {})).body.errors).toEqual({ code: [wrongCode] })
    expect((await answer(client, { recovery_code: 'x' })).body.errors).toEqual({
      recovery_code: [wrongRecovery],
    })
    const guest = createClient(services.app)
    expect((await answer(guest, { code: '123456' })).body.errors).toEqual({ code: [wrongCode] })
    expect((await answer(guest, { recovery_code: 'x' })).body.errors).toEqual({
      recovery_code: [wrongRecovery],
    })
  })

  it('accepts the code of the previous and the next time step only', async () => {
    for (const [steps, status] of [
      [-2, 422],
      [-1, 204],
      [1, 204],
      [2, 422],
    ] as const) {
      const { client, secret } = await waiting()
      expect([steps, (await answer(client, { code: codeNow(services, secret, steps) })).status]).toEqual([
        steps,
        status,
      ])
    }
  })

  it('expires after 10 minutes', async () => {
    const { client, secret } = await waiting()
    services.clock.advance(599)
    expect((await answer(copyOf(client), { code: '000000' })).status).toBe(422)
    services.clock.advance(1)
    expect((await answer(client, { code: codeNow(services, secret) })).body.errors).toEqual({
      code: [wrongCode],
    })
  })

  it('ends after 5 incorrect codes of any kind', async () => {
    const { client, secret, email } = await waiting()
    for (let time = 0; time < 3; time += 1) await answer(client, { code: '000000' })
    for (let time = 0; time < 2; time += 1) await answer(client, { recovery_code: 'nonsense' })
    expect((await answer(client, { code: codeNow(services, secret) })).status).toBe(422)
    await login(client, email)
    expect((await answer(client, { code: codeNow(services, secret) })).status).toBe(204)
  })

  it('allows no sixth attempt in parallel requests', async () => {
    const { client, secret } = await waiting()
    await Promise.all(Array.from({ length: 12 }, () => answer(copyOf(client), { code: '000000' })))
    expect((await answer(client, { code: codeNow(services, secret) })).status).toBe(422)
  })

  it('ends if the account is disabled', async () => {
    const { client, secret, id } = await waiting()
    const now = services.clock.now().toISOString()
    await services.owner.updateTable('users').set({ disabled_at: now }).where('id', '=', id).execute()
    expect((await answer(client, { code: codeNow(services, secret) })).status).toBe(422)
  })
})

describe('a used code', () => {
  it('works once, even for parallel requests', async () => {
    const { client, email, secret } = await waiting()
    const others = [client]
    for (let time = 0; time < 5; time += 1) {
      const other = createClient(services.app)
      await login(other, email)
      others.push(other)
    }
    const code = codeNow(services, secret)
    const answers = await Promise.all(others.map((other) => answer(other, { code })))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  })

  it('also invalidates earlier time steps', async () => {
    const { client, email, secret } = await waiting()
    expect((await answer(client, { code: codeNow(services, secret, 1) })).status).toBe(204)
    const other = createClient(services.app)
    await login(other, email)
    expect((await answer(other, { code: codeNow(services, secret) })).status).toBe(422)
    expect((await answer(other, { code: codeNow(services, secret, 1) })).status).toBe(422)
    services.clock.advance(60)
    expect((await answer(other, { code: codeNow(services, secret) })).status).toBe(204)
  })

  it('can’t be the code that confirmed the setup', async () => {
    const person = await buildPerson(services)
    const client = await confirmed(person)
    await client.post('/user/two-factor-authentication')
    const { secretKey } = (await client.get('/user/two-factor-secret-key')).body
    const code = codeNow(services, secretKey)
    expect((await client.post('/user/confirmed-two-factor-authentication', { code })).status).toBe(200)
    await client.post('/logout')
    await login(client, person.email)
    expect((await answer(client, { code })).status).toBe(422)
  })
})

describe('a recovery code', () => {
  it('works once and is replaced; the other 7 stay', async () => {
    const person = await waiting()
    await answer(person.client, { code: codeNow(services, person.secret) })
    const codes = await recoveryCodes(person)
    expect(codes).toHaveLength(8)
    for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9]{10}-[A-Za-z0-9]{10}$/)
    await person.client.post('/logout')
    await login(person.client, person.email)
    const used = codes[3]!
    expect((await answer(person.client, { recovery_code: used })).status).toBe(204)
    const after = await recoveryCodes(person)
    expect(after[3]).not.toBe(used)
    expect(after.toSpliced(3, 1)).toEqual(codes.toSpliced(3, 1))
    await person.client.post('/logout')
    await login(person.client, person.email)
    expect((await answer(person.client, { recovery_code: used })).body.errors).toEqual({
      recovery_code: [wrongRecovery],
    })
    expect((await answer(person.client, { recovery_code: after[3] })).status).toBe(204)
  })

  it('is logged and emailed to its owner; a code from the app isn’t', async () => {
    const person = await waiting()
    const signIns = async () => {
      const logged = await services.owner
        .selectFrom('access_log')
        .select('detail')
        .where('actor_id', '=', person.id)
        .where('action', '=', 'login')
        .orderBy('id')
        .execute()
      const emailed = await services.owner
        .selectFrom('emails')
        .select('body')
        .where('to_address', '=', person.email)
        .where('body', 'like', '%signed in%with a recovery code%')
        .execute()
      return [logged.at(-1)?.detail, emailed.length]
    }
    await answer(person.client, { code: codeNow(services, person.secret) })
    expect(await signIns()).toEqual([null, 0])
    const [recovery_code] = await recoveryCodes(person)
    await person.client.post('/logout')
    await login(person.client, person.email)
    await answer(person.client, { recovery_code })
    expect(await signIns()).toEqual(['recovery code', 1])
  })

  it('works for only one of several parallel requests', async () => {
    const person = await waiting()
    await answer(person.client, { code: codeNow(services, person.secret) })
    const [code] = await recoveryCodes(person)
    await person.client.post('/logout')
    const clients = Array.from({ length: 4 }, () => createClient(services.app))
    for (const client of clients) await login(client, person.email)
    const answers = await Promise.all(clients.map((client) => answer(client, { recovery_code: code })))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  it('is ignored if the code sent with it is correct', async () => {
    const { client, secret } = await waiting()
    const both = { recovery_code: 'nonsense', code: codeNow(services, secret) }
    expect((await answer(client, both)).status).toBe(204)
  })
})
