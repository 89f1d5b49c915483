import { issueEmergencyCode, issueLink } from '#server/auth/index.ts'
import type { TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'
import { buildPerson, codeNow, goodPassword, login, withTwoFactor } from './sign-in.ts'

const nothing = () => ({})
const newPassword = { password: 'nine brass kettles hum', password_confirmation: 'nine brass kettles hum' }

const secretOf = async (world: RequestWorld): Promise<string> => {
  const { client } = await world.member()
  await client.post('/user/two-factor-authentication')
  return (await client.get('/user/two-factor-secret-key')).body.secretKey
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
}
