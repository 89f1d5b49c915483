import { issueEmergencyCode, issueLink } from '#server/accounts/auth/index.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'
import { createAuthenticator } from './authenticator.ts'
import {
  addPasskey,
  buildPerson,
  codeNow,
  goodPassword,
  login,
  withPasskey,
  withTwoFactor,
} from './sign-in.ts'

const nothing = () => ({})
const newPassword = { password: 'nine brass kettles hum', password_confirmation: 'nine brass kettles hum' }

const secretOf = async (world: RequestWorld): Promise<string> => {
  const { client } = await world.member()
  await client.post('/user/two-factor-authentication')
  return (await client.get('/user/two-factor-secret-key')).body.secretKey
}

/** Adds a passkey of the world’s member. Returns its ID. */
const ownPasskey = async (world: RequestWorld): Promise<number> => {
  const { client } = await world.member()
  return (await addPasskey(client, createAuthenticator())).body.data.id
}

/** Valid requests of the module `auth`. */
export const authRequests: TestRequests['auth'] = {
  login: async ({ services }) => ({
    body: { email: (await buildPerson(services)).email, password: goodPassword },
  }),
  answerChallenge: async ({ services, guest }) => {
    const person = await buildPerson(services)
    const secret = await withTwoFactor(services, person)
    await login(guest, person.email)
    return { body: { code: codeNow(services, secret) } }
  },
  logout: nothing,
  getMe: nothing,
  getCsrfCookie: nothing,
  enableTwoFactor: nothing,
  disableTwoFactor: nothing,
  getTwoFactorQrCode: nothing,
  getTwoFactorSecretKey: async (world) => {
    await secretOf(world)
    return {}
  },
  confirmTwoFactor: async (world) => ({ body: { code: codeNow(world.services, await secretOf(world)) } }),
  listRecoveryCodes: nothing,
  renewRecoveryCodes: nothing,
  confirmPassword: () => ({ body: { password: goodPassword } }),
  getPasswordStatus: nothing,
  forgotPassword: async ({ services }) => ({ body: { email: (await buildPerson(services)).email } }),
  resetPassword: async ({ services }) => {
    const person = await buildPerson(services)
    const issuing = { db: services.owner, clock: services.clock, services: services.services }
    const link = new URL(await issueLink(issuing, person, 'reset'))
    return {
      body: { email: person.email, token: link.searchParams.get('token') ?? '', ...newPassword },
    }
  },
  emergencySignIn: async ({ services }) => {
    const { email } = await buildPerson(services, { permission: 'shipmate_admin' })
    const issued = await issueEmergencyCode({ db: services.owner, clock: services.clock }, email)
    return { body: { email, code: issued?.code ?? '', reason: 'The identity provider is down.' } }
  },
  changePassword: () => ({ body: { current_password: goodPassword, ...newPassword } }),
  listPasskeys: nothing,
  startPasskey: nothing,
  addPasskey: async (world) => {
    const { client } = await world.member()
    const options = await client.post('/user/passkeys/options')
    return { body: { name: 'Desk', credential: createAuthenticator().create(options.body.data) } }
  },
  renamePasskey: async (world) => ({ ...idOf(await ownPasskey(world)), body: { name: 'Old laptop' } }),
  removePasskey: async (world) => idOf(await ownPasskey(world)),
  startPasskeyLogin: nothing,
  loginWithPasskey: async ({ services, guest }) => {
    const device = await withPasskey(await buildPerson(services))
    const options = await guest.post('/passkey-login/options')
    return { body: { credential: device.use(options.body.data) } }
  },
  startPasskeyChallenge: async ({ services, guest }) => {
    const person = await buildPerson(services)
    await withPasskey(person)
    await login(guest, person.email)
    return {}
  },
  answerPasskeyChallenge: async ({ services, guest }) => {
    const person = await buildPerson(services)
    const device = await withPasskey(person)
    await login(guest, person.email)
    const options = await guest.post('/two-factor-challenge/passkey/options')
    return { body: { credential: device.use(options.body.data) } }
  },
}
