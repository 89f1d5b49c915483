import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '#server/accounts/auth/index.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { createAuthenticator, type Authenticator } from './authenticator.ts'
import { createClient, type TestAnswer, type TestClient } from './client.ts'
import type { TestServices } from './test-services.ts'

/** A password that’s long enough without two-factor authentication and contains no names. */
export const goodPassword = 'seven quiet lanterns drift'

/** A user for one test, with a password and a browser. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly client: TestClient
}

let made = 0

/** The hash of the good password; each takes as long as a sign-in. */
let goodHash: Promise<string> | undefined

export const buildPerson = async (
  { owner, app }: TestServices,
  values: Partial<Parameters<typeof buildUser>[1]> = {},
): Promise<Person> => {
  made += 1
  const email = values.email ?? `person${made}@staff.example`
  const id = await buildUser(owner, {
    permission: 'school_admin',
    // `password: undefined` asks for a user without one
    ...('password' in values ? {} : { password_hash: await (goodHash ??= hashPassword(goodPassword)) }),
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

/** Returns the code of an authenticator, `steps` of 30 seconds from now. */
export const codeNow = ({ clock }: TestServices, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime() + steps * 30_000,
  })

/** A signed-in user with a recently confirmed password. */
export const confirmed = async (person: Person): Promise<TestClient> => {
  await login(person.client, person.email)
  await person.client.post('/user/confirm-password', { password: goodPassword })
  return person.client
}

/**
 * Turns on two-factor authentication for a user, signs them out and returns the secret. The used time step has
 * passed.
 */
export const withTwoFactor = async (services: TestServices, person: Person): Promise<string> => {
  const client = await confirmed(person)
  await client.post('/user/two-factor-authentication')
  const { secretKey } = (await client.get('/user/two-factor-secret-key')).body as { secretKey: string }
  await client.post('/user/confirmed-two-factor-authentication', { code: codeNow(services, secretKey) })
  await client.post('/logout')
  services.clock.advance(60)
  return secretKey
}

/** Adds a passkey to a user, signs them out and returns the device with it. */
export const withPasskey = async (person: Person, device = createAuthenticator()): Promise<Authenticator> => {
  const client = await confirmed(person)
  await addPasskey(client, device)
  await client.post('/logout')
  return device
}

/** Adds a passkey for the signed-in user. */
export const addPasskey = async (
  client: TestClient,
  device: Authenticator,
  name = 'Office laptop',
): Promise<TestAnswer> => {
  const options = await client.post('/user/passkeys/options')
  return client.post('/user/passkeys', { name, credential: device.create(options.body.data) })
}
