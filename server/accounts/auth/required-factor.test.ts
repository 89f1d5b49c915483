import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, codeNow, confirmed, login, type Person } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let demo: TestServices
beforeAll(async () => {
  services = await startTestServices()
  demo = await startTestServices({ DEMO: 'on' })
})
afterAll(async () => {
  await services.close()
  await demo.close()
})

const owing = { permission: 'shipmate_admin', two_factor_confirmed_at: null } as const

/** Returns whether a user must set it up first, as the client sees it and as the server enforces it. */
const hold = async ({ client }: Person): Promise<{ told: boolean; status: number }> => ({
  told: (await client.get('/api/me')).body.data.two_factor_required,
  status: (await client.get('/api/schools')).status,
})

describe('a product admin without two-factor authentication', () => {
  it('has no access until it’s set up, and has access from the next request on', async () => {
    const person = await buildPerson(services, owing)
    await confirmed(person)
    const { client } = person
    expect(await hold(person)).toEqual({ told: true, status: 403 })
    await client.post('/user/two-factor-authentication')
    expect(await hold(person)).toEqual({ told: true, status: 403 })
    const { secretKey } = (await client.get('/user/two-factor-secret-key')).body as { secretKey: string }
    await client.post('/user/confirmed-two-factor-authentication', { code: codeNow(services, secretKey) })
    expect(await hold(person)).toEqual({ told: false, status: 200 })
    await client.delete('/user/two-factor-authentication')
    expect(await hold(person)).toEqual({ told: true, status: 403 })
  })

  it('is told so at sign-in', async () => {
    const person = await buildPerson(services, owing)
    expect((await login(person.client, person.email)).body.data.two_factor_required).toBe(true)
    expect((await person.client.get('/openapi.json')).body.code).toBe('two_factor_required')
  })

  it('has no access in the demo, except for the demo accounts', async () => {
    const [own, other] = [
      await buildPerson(demo, { ...owing, is_demo: true }),
      await buildPerson(demo, { ...owing, email: 'admin2@shipmate.example' }),
    ]
    for (const { client, email } of [own, other]) await login(client, email)
    expect(await hold(own)).toEqual({ told: false, status: 200 })
    expect(await hold(other)).toEqual({ told: true, status: 403 })
  })

  it('has no access with a demo account when the demo is off', async () => {
    const person = await buildPerson(services, { ...owing, is_demo: true })
    await login(person.client, person.email)
    expect(await hold(person)).toEqual({ told: true, status: 403 })
  })
})

describe('a school admin', () => {
  it('can go without it', async () => {
    const person = await buildPerson(services)
    const answer = await login(person.client, person.email)
    expect(answer.body.data.two_factor_required).toBe(false)
  })
})
