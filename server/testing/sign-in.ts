import { Secret, TOTP } from 'otpauth'
import { buildUser } from '#server/users/factory.ts'
import { createClient, type TestAnswer, type TestClient } from './client.ts'
import type { TestHouse } from './test-house.ts'

/** Long enough without a second factor, and with nobody's name in it. */
export const goodPassword = 'seven quiet lanterns drift'

/** A person of a test's own, with a password and a browser. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly client: TestClient
}

let made = 0

export const buildPerson = async (
  { owner, app }: TestHouse,
  values: Partial<Parameters<typeof buildUser>[1]> = {},
): Promise<Person> => {
  made += 1
  const email = values.email ?? `person${made}@staff.example`
  const id = await buildUser(owner, {
    permission: 'school_admin',
    password: goodPassword,
    first_name: 'Imani',
    last_name: 'Okafor',
    ...values,
    email,
  })
  return { id, email, client: createClient(app) }
}

export const login = (
  client: TestClient,
  email: string,
  password: string = goodPassword,
  more: object = {},
): Promise<TestAnswer> => client.post('/login', { email, password, ...more })

/** The code that an authenticator shows, `steps` of 30 seconds from now. */
export const codeNow = ({ clock }: TestHouse, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime() + steps * 30_000,
  })

/** Somebody signed in, their password just confirmed. */
export const confirmed = async (person: Person): Promise<TestClient> => {
  await login(person.client, person.email)
  await person.client.post('/user/confirm-password', { password: goodPassword })
  return person.client
}

/** Switches on the second factor of somebody, signs them out and answers the secret; the step used is over. */
export const withTwoFactor = async (house: TestHouse, person: Person): Promise<string> => {
  const client = await confirmed(person)
  await client.post('/user/two-factor-authentication')
  const { secretKey } = (await client.get('/user/two-factor-secret-key')).body as { secretKey: string }
  await client.post('/user/confirmed-two-factor-authentication', { code: codeNow(house, secretKey) })
  await client.post('/logout')
  house.clock.advance(60)
  return secretKey
}
