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
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

const wrongCode = 'The provided two factor authentication code was invalid.'
const wrongRecovery = 'The provided two factor recovery code was invalid.'

const answer = (client: TestClient, body: object) => client.post('/two-factor-challenge', body)

/** Somebody whose login waits for a code. */
const waiting = async (): Promise<Person & { secret: string }> => {
  const person = await buildPerson(house)
  const secret = await withTwoFactor(house, person)
  expect((await login(person.client, person.email)).body).toEqual({ two_factor: true })
  return { ...person, secret }
}

/** Another window of the same browser. */
const copyOf = (client: TestClient): TestClient => {
  const copy = createClient(house.app)
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  return copy
}

const recoveryCodes = async (person: Person): Promise<string[]> => {
  await person.client.post('/user/confirm-password', { password: 'seven quiet lanterns drift' })
  return (await person.client.get('/user/two-factor-recovery-codes')).body
}

describe('a login that owes its second factor', () => {
  it('opens nothing', async () => {
    const { client } = await waiting()
    expect(client.cookies.has('shipmate_session')).toBe(false)
    expect((await client.get('/api/me')).status).toBe(401)
    client.cookies.set('shipmate_session', client.cookies.get('shipmate_challenge')!)
    expect((await client.get('/api/me')).status).toBe(401)
  })

  it('is let in by the right code, once', async () => {
    const { client, id, secret } = await waiting()
    const before = copyOf(client)
    const token = client.cookies.get('XSRF-TOKEN')
    const done = await answer(client, { code: ` ${codeNow(house, secret)} ` })
    expect([done.status, done.text]).toEqual([204, ''])
    expect((await client.get('/api/me')).body.data).toMatchObject({ id, two_factor_enabled: true })
    expect(client.cookies.get('XSRF-TOKEN')).not.toBe(token)
    expect(client.cookies.has('shipmate_challenge')).toBe(false)
    const again = await answer(before, { code: codeNow(house, secret, 1) })
    expect([again.status, again.body.errors]).toEqual([422, { code: [wrongCode] }])
  })

  it('keeps the wish to be remembered', async () => {
    const person = await buildPerson(house)
    const secret = await withTwoFactor(house, person)
    await login(person.client, person.email, undefined, { remember: true })
    const done = await answer(person.client, { code: codeNow(house, secret) })
    const cookie = [done.headers['set-cookie']].flat().find((text) => text?.startsWith('shipmate_session'))
    expect(cookie).toContain('Max-Age=43200')
  })

  it('names the input that was wrong', async () => {
    const { client } = await waiting()
    expect((await answer(client, { code: '000000' })).body.errors).toEqual({ code: [wrongCode] })
    expect((await answer(client, {})).body.errors).toEqual({ code: [wrongCode] })
    expect((await answer(client, { recovery_code: 'x' })).body.errors).toEqual({
      recovery_code: [wrongRecovery],
    })
    const guest = createClient(house.app)
    expect((await answer(guest, { code: '123456' })).body.errors).toEqual({ code: [wrongCode] })
    expect((await answer(guest, { recovery_code: 'x' })).body.errors).toEqual({
      recovery_code: [wrongRecovery],
    })
  })

  it('takes the code of the step before and after, no further', async () => {
    for (const [steps, status] of [
      [-2, 422],
      [-1, 204],
      [1, 204],
      [2, 422],
    ] as const) {
      const { client, secret } = await waiting()
      expect([steps, (await answer(client, { code: codeNow(house, secret, steps) })).status]).toEqual([
        steps,
        status,
      ])
    }
  })

  it('ends after ten minutes', async () => {
    const { client, secret } = await waiting()
    house.clock.advance(599)
    expect((await answer(copyOf(client), { code: '000000' })).status).toBe(422)
    house.clock.advance(1)
    expect((await answer(client, { code: codeNow(house, secret) })).body.errors).toEqual({
      code: [wrongCode],
    })
  })

  it('ends after five wrong answers of any factor', async () => {
    const { client, secret, email } = await waiting()
    for (let time = 0; time < 3; time += 1) await answer(client, { code: '000000' })
    for (let time = 0; time < 2; time += 1) await answer(client, { recovery_code: 'nonsense' })
    expect((await answer(client, { code: codeNow(house, secret) })).status).toBe(422)
    await login(client, email)
    expect((await answer(client, { code: codeNow(house, secret) })).status).toBe(204)
  })

  it('gives no sixth try to many at once', async () => {
    const { client, secret } = await waiting()
    await Promise.all(Array.from({ length: 12 }, () => answer(copyOf(client), { code: '000000' })))
    expect((await answer(client, { code: codeNow(house, secret) })).status).toBe(422)
  })

  it('ends when the account is disabled meanwhile', async () => {
    const { client, secret, id } = await waiting()
    const now = house.clock.now().toISOString()
    await house.owner.updateTable('users').set({ disabled_at: now }).where('id', '=', id).execute()
    expect((await answer(client, { code: codeNow(house, secret) })).status).toBe(422)
  })
})

describe('a used code', () => {
  it('opens once, however many ask at the same moment', async () => {
    const { client, email, secret } = await waiting()
    const others = [client]
    for (let time = 0; time < 5; time += 1) {
      const other = createClient(house.app)
      await login(other, email)
      others.push(other)
    }
    const code = codeNow(house, secret)
    const answers = await Promise.all(others.map((other) => answer(other, { code })))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  })

  it('closes the steps before it too', async () => {
    const { client, email, secret } = await waiting()
    expect((await answer(client, { code: codeNow(house, secret, 1) })).status).toBe(204)
    const other = createClient(house.app)
    await login(other, email)
    expect((await answer(other, { code: codeNow(house, secret) })).status).toBe(422)
    expect((await answer(other, { code: codeNow(house, secret, 1) })).status).toBe(422)
    house.clock.advance(60)
    expect((await answer(other, { code: codeNow(house, secret) })).status).toBe(204)
  })

  it('is the one that confirmed the second factor, too', async () => {
    const person = await buildPerson(house)
    const client = await confirmed(person)
    await client.post('/user/two-factor-authentication')
    const { secretKey } = (await client.get('/user/two-factor-secret-key')).body
    const code = codeNow(house, secretKey)
    expect((await client.post('/user/confirmed-two-factor-authentication', { code })).status).toBe(200)
    await client.post('/logout')
    await login(client, person.email)
    expect((await answer(client, { code })).status).toBe(422)
  })
})

describe('a recovery code', () => {
  it('lets in once and is replaced in its place; the other seven stay', async () => {
    const person = await waiting()
    await answer(person.client, { code: codeNow(house, person.secret) })
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

  it('lets one in of many at once', async () => {
    const person = await waiting()
    await answer(person.client, { code: codeNow(house, person.secret) })
    const [code] = await recoveryCodes(person)
    await person.client.post('/logout')
    const clients = Array.from({ length: 4 }, () => createClient(house.app))
    for (const client of clients) await login(client, person.email)
    const answers = await Promise.all(clients.map((client) => answer(client, { recovery_code: code })))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  it('may be wrong where the code beside it is right', async () => {
    const { client, secret } = await waiting()
    const both = { recovery_code: 'nonsense', code: codeNow(house, secret) }
    expect((await answer(client, both)).status).toBe(204)
  })
})
