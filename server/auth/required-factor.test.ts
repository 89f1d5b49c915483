import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, codeNow, confirmed, login, type Person } from '#server/testing/sign-in.ts'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'

let house: TestHouse
let demo: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
  demo = await startTestHouse({ DEMO: 'on' })
})
afterAll(async () => {
  await house.close()
  await demo.close()
})

const owing = { permission: 'shipmate_admin', two_factor_confirmed_at: null } as const

/** Whether somebody is held until they set it up: what they are told, and what the server does. */
const hold = async ({ client }: Person): Promise<{ told: boolean; status: number }> => ({
  told: (await client.get('/api/me')).body.data.two_factor_required,
  status: (await client.get('/api/schools')).status,
})

describe('a product admin without a second factor', () => {
  it('is held until it is confirmed, and free with the very next call', async () => {
    const person = await buildPerson(house, owing)
    await confirmed(person)
    const { client } = person
    expect(await hold(person)).toEqual({ told: true, status: 403 })
    await client.post('/user/two-factor-authentication')
    expect(await hold(person)).toEqual({ told: true, status: 403 })
    const { secretKey } = (await client.get('/user/two-factor-secret-key')).body as { secretKey: string }
    await client.post('/user/confirmed-two-factor-authentication', { code: codeNow(house, secretKey) })
    expect(await hold(person)).toEqual({ told: false, status: 200 })
    await client.delete('/user/two-factor-authentication')
    expect(await hold(person)).toEqual({ told: true, status: 403 })
  })

  it('is told with the login', async () => {
    const person = await buildPerson(house, owing)
    expect((await login(person.client, person.email)).body.data.two_factor_required).toBe(true)
    expect((await person.client.get('/openapi.json')).body.code).toBe('two_factor_required')
  })

  it('is held in the demo too, unless the account is the demo’s own', async () => {
    const [own, other] = [
      await buildPerson(demo, { ...owing, is_demo: true }),
      await buildPerson(demo, { ...owing, email: 'admin2@shipmate.example' }),
    ]
    for (const { client, email } of [own, other]) await login(client, email)
    expect(await hold(own)).toEqual({ told: false, status: 200 })
    expect(await hold(other)).toEqual({ told: true, status: 403 })
  })

  it('is held as the demo’s own account once the demo is off', async () => {
    const person = await buildPerson(house, { ...owing, is_demo: true })
    await login(person.client, person.email)
    expect(await hold(person)).toEqual({ told: true, status: 403 })
  })
})

describe('a school admin', () => {
  it('may do without', async () => {
    const person = await buildPerson(house)
    const answer = await login(person.client, person.email)
    expect(answer.body.data.two_factor_required).toBe(false)
  })
})
