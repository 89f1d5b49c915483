import type * as auth from '#contract/accounts/auth/endpoints.ts'
import type * as passkeys from '#contract/accounts/auth/passkey-endpoints.ts'
import type * as signOn from '#contract/accounts/single-sign-on/endpoints.ts'
import type * as users from '#contract/accounts/users/endpoints.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { call } from '#client/platform/lib/call.ts'
import type { CallOptions } from '#client/platform/lib/outgoing.ts'
import type { Ask, Wire } from '#client/platform/lib/ask.ts'

/**
 * The calls of the sign-in page. They repeat the contract's definitions, because importing those would add the
 * validation library to the first load; a definition that differs from the contract doesn't compile.
 */
const rowOf =
  <E extends Endpoint>() =>
  <const F extends Wire<E>>(row: F) =>
  (ask: Ask<E>, options?: CallOptions) =>
    call<E>(row, ask, options)

export const callLogin = rowOf<typeof auth.login>()({
  method: 'POST',
  path: '/login',
  reply: { envelope: 'bare' },
})
export const callChallenge = rowOf<typeof auth.answerChallenge>()({
  method: 'POST',
  path: '/two-factor-challenge',
  reply: { envelope: 'empty' },
})
export const callLogout = rowOf<typeof auth.logout>()({
  method: 'POST',
  path: '/logout',
  reply: { envelope: 'empty' },
})
export const callMe = rowOf<typeof auth.getMe>()({
  method: 'GET',
  path: '/api/me',
  reply: { envelope: 'one' },
})
export const callEmergency = rowOf<typeof auth.emergencySignIn>()({
  method: 'POST',
  path: '/emergency-sign-in',
  reply: { envelope: 'one' },
})
export const callForgot = rowOf<typeof auth.forgotPassword>()({
  method: 'POST',
  path: '/forgot-password',
  reply: { envelope: 'bare' },
})
export const callReset = rowOf<typeof auth.resetPassword>()({
  method: 'POST',
  path: '/reset-password',
  reply: { envelope: 'bare' },
})
export const callStartPasskeyLogin = rowOf<typeof passkeys.startPasskeyLogin>()({
  method: 'POST',
  path: '/passkey-login/options',
  reply: { envelope: 'one' },
})
export const callPasskeyLogin = rowOf<typeof passkeys.loginWithPasskey>()({
  method: 'POST',
  path: '/passkey-login',
  reply: { envelope: 'empty' },
})
export const callStartPasskeyChallenge = rowOf<typeof passkeys.startPasskeyChallenge>()({
  method: 'POST',
  path: '/two-factor-challenge/passkey/options',
  reply: { envelope: 'one' },
})
export const callPasskeyChallenge = rowOf<typeof passkeys.answerPasskeyChallenge>()({
  method: 'POST',
  path: '/two-factor-challenge/passkey',
  reply: { envelope: 'empty' },
})
export const callConfirmEmail = rowOf<typeof users.confirmEmail>()({
  method: 'POST',
  path: '/confirm-email',
  reply: { envelope: 'one' },
})
export const callFirstAdmin = rowOf<typeof users.createFirstAdmin>()({
  method: 'POST',
  path: '/first-admin',
  reply: { envelope: 'empty' },
})
export const callSignOnSchools = rowOf<typeof signOn.listSignOnSchools>()({
  method: 'GET',
  path: '/single-sign-on/schools',
  reply: { envelope: 'one' },
})
export const callStartSignOn = rowOf<typeof signOn.startSignOn>()({
  method: 'POST',
  path: '/single-sign-on/start',
  reply: { envelope: 'one' },
})
export const callFinishSignOn = rowOf<typeof signOn.finishSignOn>()({
  method: 'POST',
  path: '/single-sign-on/finish',
  reply: { envelope: 'bare' },
})
