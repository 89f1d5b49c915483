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
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'
import { issueLink } from './index.ts'
import { clearCounters, counters, countTry, delayOf, tryCounted, type Counter } from './throttle.ts'
import { problem } from '../problem.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

const fail = async (email: string, times: number): Promise<TestAnswer[]> => {
  const answers: TestAnswer[] = []
  for (let time = 0; time < times; time += 1)
    answers.push(await login(createClient(house.app), email, `wrong ${time}`))
  return answers
}

describe('the window', () => {
  it('is fixed from the first failure', async () => {
    const counter: Counter = { key: 'test:window', most: 3, seconds: 60 }
    const at = async (seconds: number) => {
      house.clock.advance(seconds)
      return countTry(house.house, counter)
    }
    expect(await at(0)).toBeNull()
    expect(await at(1)).toBeNull()
    expect(await at(1)).toBeNull()
    expect(await at(1)).toBe(57)
    expect(await at(56.999)).toBe(1)
    expect(await at(0.001)).toBeNull()
    await clearCounters(house.house, [counter])
  })

  it('takes a try back that was no failure, and counts many at once one by one', async () => {
    const counter: Counter = { key: 'test:many', most: 5, seconds: 60 }
    const refuse = () => problem.tooMany(1)
    const attempt = (result: string | null) => () =>
      tryCounted(house.house, [counter], refuse, () => Promise.resolve(result))
    for (let time = 0; time < 10; time += 1) expect(await attempt('right')()).toBe('right')
    await expect(
      tryCounted(house.house, [counter], refuse, () => Promise.reject(new Error('away'))),
    ).rejects.toThrow('away')
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => attempt(null)()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })
})

describe('failed logins', () => {
  it('are five a minute for one name and address; the sixth is 429, even with the right password', async () => {
    const person = await buildPerson(house)
    const answers = await fail(person.email, 5)
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
    house.clock.advance(3)
    const refused = await login(person.client, person.email)
    const text = 'Too many login attempts. Please try again in 57 seconds.'
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('57')
    expect(refused.body).toMatchObject({ message: text, errors: { email: [text] } })
    house.clock.advance(56)
    expect((await login(person.client, person.email)).headers['retry-after']).toBe('1')
    house.clock.advance(1)
    expect((await login(person.client, person.email)).status).toBe(200)
  })

  it('count alike for unknown names, and for every spelling of one', async () => {
    await fail('nobody.at.all@staff.example', 2)
    await fail(' NOBODY.at.all@Staff.Example', 2)
    await fail('ｎobody.at.all@staff.example', 1)
    expect((await login(createClient(house.app), 'nobody.at.all@staff.example')).status).toBe(429)
  })

  it('are forgotten with a success, and successes do not count', async () => {
    const person = await buildPerson(house)
    for (let time = 0; time < 7; time += 1) {
      expect((await login(person.client, person.email)).status).toBe(200)
      await person.client.post('/logout')
    }
    await fail(person.email, 4)
    expect((await login(person.client, person.email)).status).toBe(200)
    await person.client.post('/logout')
    expect((await fail(person.email, 5)).map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
  })

  it('do not touch others at the same address', async () => {
    const [victim, neighbour] = [await buildPerson(house), await buildPerson(house)]
    await fail(victim.email, 6)
    expect((await login(neighbour.client, neighbour.email)).status).toBe(200)
  })

  it('are not forgotten by a right password that still owes its second factor', async () => {
    const person = await buildPerson(house)
    await withTwoFactor(house, person)
    await fail(person.email, 4)
    expect((await login(createClient(house.app), person.email)).body).toEqual({ two_factor: true })
    await fail(person.email, 1)
    expect((await login(createClient(house.app), person.email)).status).toBe(429)
  })

  it('are at most a hundred an hour for one account, from wherever', async () => {
    const person = await buildPerson(house)
    for (let time = 0; time < 100; time += 1)
      await tryCounted(
        house.house,
        [counters.account(person.email)],
        () => problem.tooMany(1),
        () => Promise.resolve(null),
      )
    const answer = await login(person.client, person.email)
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3600'])
    house.clock.advance(3600)
    expect((await login(person.client, person.email)).status).toBe(200)
  })

  it('from one address slow down whoever comes from it, and keep out nobody whose account is not attacked', async () => {
    house.clock.advance(60)
    const [neighbour, victim] = [await buildPerson(house), await buildPerson(house)]
    for (let time = 0; time < 10; time += 1) await countTry(house.house, counters.account(victim.email))
    for (let time = 0; time < 100; time += 1) await countTry(house.house, counters.address('127.0.0.1'))
    const began = performance.now()
    expect((await login(neighbour.client, neighbour.email)).status).toBe(200)
    // it has waited, however fast the machine is
    expect(performance.now() - began).toBeGreaterThan(400)
    expect((await login(createClient(house.app), victim.email)).status).toBe(429)
    const { detail } = await house.owner
      .selectFrom('access_log')
      .select('detail')
      .where('action', '=', 'login_failed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toBe('too many attempts')
    house.clock.advance(60)
  })

  it('wait longer the more there were, and never longer than eight seconds', () => {
    expect([0, 100, 101, 200, 201, 301, 401, 501, 100_000].map((hits) => delayOf(hits, 100))).toEqual([
      0, 0, 0.5, 0.5, 1, 2, 4, 8, 8,
    ])
  })

  it('of others do not keep out a browser in which the person has signed in before', async () => {
    const person = await buildPerson(house)
    await login(person.client, person.email)
    await person.client.post('/logout')
    await fail(person.email, 5)
    for (let time = 0; time < 100; time += 1) await countTry(house.house, counters.account(person.email))
    expect((await login(createClient(house.app), person.email)).status).toBe(429)
    expect((await login(person.client, person.email)).status).toBe(200)
    await person.client.post('/logout')
    // its own are counted as ever
    for (let time = 0; time < 5; time += 1)
      expect((await login(person.client, person.email, `wrong ${time}`)).status).toBe(422)
    expect((await login(person.client, person.email)).status).toBe(429)
    // and it is known as theirs alone
    const other = await buildPerson(house)
    await fail(other.email, 5)
    expect((await login(person.client, other.email)).status).toBe(429)
    house.clock.advance(3600)
  })

  it('cannot be passed with a cookie that somebody made', async () => {
    const person = await buildPerson(house)
    await fail(person.email, 5)
    const client = createClient(house.app)
    client.cookies.set('shipmate_device', 'a.99999999999.b')
    expect((await login(client, person.email)).status).toBe(429)
  })
})

describe('other tries', () => {
  it('at one’s own password are five a minute', async () => {
    const person = await buildPerson(house)
    await login(person.client, person.email)
    const confirm = (password: string) => person.client.post('/user/confirm-password', { password })
    for (let time = 0; time < 5; time += 1) expect((await confirm('wrong')).status).toBe(422)
    const refused = await confirm(goodPassword)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    house.clock.advance(60)
    expect((await confirm(goodPassword)).status).toBe(201)
  })

  it('at the first code are five a minute', async () => {
    const person = await buildPerson(house)
    const client = await confirmed(person)
    await client.post('/user/two-factor-authentication')
    const confirm = () => client.post('/user/confirmed-two-factor-authentication', { code: '000000' })
    for (let time = 0; time < 5; time += 1) expect((await confirm()).status).toBe(422)
    expect((await confirm()).status).toBe(429)
  })

  it('without a login that waits do not keep out those at the same address who have one', async () => {
    house.clock.advance(3600)
    const person = await buildPerson(house)
    const secret = await withTwoFactor(house, person)
    for (let time = 0; time < 30; time += 1)
      await countTry(house.house, counters.challengeAddress('127.0.0.1'))
    expect((await createClient(house.app).post('/two-factor-challenge', { code: '000000' })).status).toBe(429)
    await login(person.client, person.email)
    const code = codeNow(house, secret)
    expect((await person.client.post('/two-factor-challenge', { code })).status).toBe(204)
  })

  it('with links keep out nobody who has a good one', async () => {
    const person = await buildPerson(house)
    for (let time = 0; time < 31; time += 1) await countTry(house.house, counters.reset('127.0.0.1'))
    const link = new URL(
      await issueLink(
        { ...house.house, house: house.house },
        { id: person.id, email: person.email },
        'reset',
      ),
    )
    const reset = (token: string) =>
      createClient(house.app).post('/reset-password', {
        email: person.email,
        token,
        password: 'nine brass kettles hum',
        password_confirmation: 'nine brass kettles hum',
      })
    expect((await reset('wrong')).status).toBe(429)
    expect((await reset(link.searchParams.get('token') ?? '')).status).toBe(200)
  })

  it('at a challenge are thirty an hour for one person, however often they log in', async () => {
    const person = await buildPerson(house)
    await withTwoFactor(house, person)
    const statuses: number[] = []
    for (let round = 0; round < 7; round += 1) {
      house.clock.advance(61)
      await login(person.client, person.email)
      for (let time = 0; time < 5; time += 1)
        statuses.push((await person.client.post('/two-factor-challenge', { code: '000000' })).status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(422), ...Array<number>(5).fill(429)])
  })
})
