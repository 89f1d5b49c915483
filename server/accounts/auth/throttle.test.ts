import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type TestAnswer } from '#server/testing/client.ts'
import {
  buildPerson,
  codeNow,
  confirmed,
  goodPassword,
  login,
  withTwoFactor,
} from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { issueLink } from './index.ts'
import {
  clearCounters,
  counters,
  countAttempt,
  delayOf,
  runCounted,
  type Counter,
} from '#server/platform/http/throttle.ts'
import { problem } from '#server/platform/problem.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const fail = async (email: string, times: number): Promise<TestAnswer[]> => {
  const answers: TestAnswer[] = []
  for (let time = 0; time < times; time += 1)
    answers.push(await login(createClient(services.app), email, `wrong ${time}`))
  return answers
}

describe('a counter’s window', () => {
  it('starts with the first failure', async () => {
    const counter: Counter = { key: 'test:window', most: 3, seconds: 60 }
    const at = async (seconds: number) => {
      services.clock.advance(seconds)
      return countAttempt(services.services, counter)
    }
    expect(await at(0)).toBeNull()
    expect(await at(1)).toBeNull()
    expect(await at(1)).toBeNull()
    expect(await at(1)).toBe(57)
    expect(await at(56.999)).toBe(1)
    expect(await at(0.001)).toBeNull()
    await clearCounters(services.services, [counter])
  })

  it('removes attempts that didn’t fail, and counts parallel attempts one by one', async () => {
    const counter: Counter = { key: 'test:many', most: 5, seconds: 60 }
    const refuse = () => problem.tooMany(1)
    const attempt = (result: string | null) => () =>
      runCounted(services.services, [counter], refuse, () => Promise.resolve(result))
    for (let time = 0; time < 10; time += 1) expect(await attempt('right')()).toBe('right')
    await expect(
      runCounted(services.services, [counter], refuse, () => Promise.reject(new Error('away'))),
    ).rejects.toThrow('away')
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => attempt(null)()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })
})

describe('failed sign-ins', () => {
  it('are limited to 5 a minute per email and address; the sixth is 429 even with the right password', async () => {
    const person = await buildPerson(services)
    const answers = await fail(person.email, 5)
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
    services.clock.advance(3)
    const refused = await login(person.client, person.email)
    const text = 'Too many login attempts. Please try again in 57 seconds.'
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('57')
    expect(refused.body).toMatchObject({ message: text, errors: { email: [text] } })
    services.clock.advance(56)
    expect((await login(person.client, person.email)).headers['retry-after']).toBe('1')
    services.clock.advance(1)
    expect((await login(person.client, person.email)).status).toBe(200)
  })

  it('count the same for unknown emails and for every spelling of one', async () => {
    await fail('nobody.at.all@staff.example', 2)
    await fail(' NOBODY.at.all@Staff.Example', 2)
    await fail('ｎobody.at.all@staff.example', 1)
    expect((await login(createClient(services.app), 'nobody.at.all@staff.example')).status).toBe(429)
  })

  it('are reset by a success; successes don’t count', async () => {
    const person = await buildPerson(services)
    for (let time = 0; time < 7; time += 1) {
      expect((await login(person.client, person.email)).status).toBe(200)
      await person.client.post('/logout')
    }
    await fail(person.email, 4)
    expect((await login(person.client, person.email)).status).toBe(200)
    await person.client.post('/logout')
    expect((await fail(person.email, 5)).map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
  })

  it('don’t affect other accounts at the same address', async () => {
    const [victim, neighbour] = [await buildPerson(services), await buildPerson(services)]
    await fail(victim.email, 6)
    expect((await login(neighbour.client, neighbour.email)).status).toBe(200)
  })

  it('aren’t reset by a password whose second factor is still missing', async () => {
    const person = await buildPerson(services)
    await withTwoFactor(services, person)
    await fail(person.email, 4)
    expect((await login(createClient(services.app), person.email)).body).toEqual({ two_factor: true })
    await fail(person.email, 1)
    expect((await login(createClient(services.app), person.email)).status).toBe(429)
  })

  it('are limited to 100 an hour per account, from any address', async () => {
    const person = await buildPerson(services)
    for (let time = 0; time < 100; time += 1)
      await runCounted(
        services.services,
        [counters.account(person.email)],
        () => problem.tooMany(1),
        () => Promise.resolve(null),
      )
    const answer = await login(person.client, person.email)
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3600'])
    services.clock.advance(3600)
    expect((await login(person.client, person.email)).status).toBe(200)
  })

  it('slow down everyone at one address, and block only accounts under attack', async () => {
    services.clock.advance(60)
    const [neighbour, victim] = [await buildPerson(services), await buildPerson(services)]
    for (let time = 0; time < 10; time += 1)
      await countAttempt(services.services, counters.account(victim.email))
    for (let time = 0; time < 100; time += 1)
      await countAttempt(services.services, counters.address('127.0.0.1'))
    const began = performance.now()
    expect((await login(neighbour.client, neighbour.email)).status).toBe(200)
    // it waited, however fast the machine is
    expect(performance.now() - began).toBeGreaterThan(400)
    expect((await login(createClient(services.app), victim.email)).status).toBe(429)
    const { detail } = await services.owner
      .selectFrom('access_log')
      .select('detail')
      .where('action', '=', 'login_failed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toBe('too many attempts')
    services.clock.advance(60)
  })

  it('wait longer the more there were, up to 8 seconds', () => {
    expect([0, 100, 101, 200, 201, 301, 401, 501, 100_000].map((hits) => delayOf(hits, 100))).toEqual([
      0, 0, 0.5, 0.5, 1, 2, 4, 8, 8,
    ])
  })

  it('of others don’t block a browser the user has signed in with before', async () => {
    const person = await buildPerson(services)
    await login(person.client, person.email)
    await person.client.post('/logout')
    await fail(person.email, 5)
    for (let time = 0; time < 100; time += 1)
      await countAttempt(services.services, counters.account(person.email))
    expect((await login(createClient(services.app), person.email)).status).toBe(429)
    expect((await login(person.client, person.email)).status).toBe(200)
    await person.client.post('/logout')
    // failures of the device itself still count
    for (let time = 0; time < 5; time += 1)
      expect((await login(person.client, person.email, `wrong ${time}`)).status).toBe(422)
    expect((await login(person.client, person.email)).status).toBe(429)
    // and the device is known only for that user
    const other = await buildPerson(services)
    await fail(other.email, 5)
    expect((await login(person.client, other.email)).status).toBe(429)
    services.clock.advance(3600)
  })

  it('can’t be bypassed with a forged cookie', async () => {
    const person = await buildPerson(services)
    await fail(person.email, 5)
    const client = createClient(services.app)
    client.cookies.set('shipmate_device', 'a.99999999999.b')
    expect((await login(client, person.email)).status).toBe(429)
  })
})

describe('other attempts', () => {
  it('at the user’s own password are limited to 5 a minute', async () => {
    const person = await buildPerson(services)
    await login(person.client, person.email)
    const confirm = (password: string) => person.client.post('/user/confirm-password', { password })
    for (let time = 0; time < 5; time += 1) expect((await confirm('wrong')).status).toBe(422)
    const refused = await confirm(goodPassword)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    services.clock.advance(60)
    expect((await confirm(goodPassword)).status).toBe(201)
  })

  it('at the first code are limited to 5 a minute', async () => {
    const person = await buildPerson(services)
    const client = await confirmed(person)
    await client.post('/user/two-factor-authentication')
    const confirm = () => client.post('/user/confirmed-two-factor-authentication', { code: '000000' })
    for (let time = 0; time < 5; time += 1) expect((await confirm()).status).toBe(422)
    expect((await confirm()).status).toBe(429)
  })

  it('without a pending sign-in don’t block others at the same address', async () => {
    services.clock.advance(3600)
    const person = await buildPerson(services)
    const secret = await withTwoFactor(services, person)
    for (let time = 0; time < 30; time += 1)
      await countAttempt(services.services, counters.challengeAddress('127.0.0.1'))
    expect((await createClient(services.app).post('/two-factor-challenge', { code: '000000' })).status).toBe(
      429,
    )
    await login(person.client, person.email)
    const code = codeNow(services, secret)
    expect((await person.client.post('/two-factor-challenge', { code })).status).toBe(204)
  })

  it('with links don’t block anyone who has a valid one', async () => {
    const person = await buildPerson(services)
    for (let time = 0; time < 31; time += 1)
      await countAttempt(services.services, counters.reset('127.0.0.1'))
    const link = new URL(
      await issueLink(
        { ...services.services, services: services.services },
        { id: person.id, email: person.email },
        'reset',
      ),
    )
    const reset = (token: string) =>
      createClient(services.app).post('/reset-password', {
        email: person.email,
        token,
        password: 'nine brass kettles hum',
        password_confirmation: 'nine brass kettles hum',
      })
    expect((await reset('wrong')).status).toBe(429)
    expect((await reset(link.searchParams.get('token') ?? '')).status).toBe(200)
  })

  it('at a challenge are limited to 30 an hour per user, however often they sign in', async () => {
    const person = await buildPerson(services)
    await withTwoFactor(services, person)
    const statuses: number[] = []
    for (let round = 0; round < 7; round += 1) {
      services.clock.advance(61)
      await login(person.client, person.email)
      for (let time = 0; time < 5; time += 1)
        statuses.push((await person.client.post('/two-factor-challenge', { code: '000000' })).status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(422), ...Array<number>(5).fill(429)])
  })
})
