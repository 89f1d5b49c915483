import type * as auth from '#contract/auth/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, type CallOptions } from '#client/lib/call.ts'
import type { Ask, Wire } from '#client/lib/ask.ts'

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
