import type * as endpoints from '#contract/auth/endpoints.ts'
import type { Me } from '#contract/auth/shapes.ts'
import type { AnonymousContext, Context } from '../context.ts'
import { discardDrafts } from '../drafts/index.ts'
import { logAccess } from '../history/index.ts'
import { renewToken } from '../http/csrf.ts'
import type { Handlers, Http } from '../http/mount.ts'
import { closeSession, renewSession } from '../http/session.ts'
import {
  changeOwnPassword,
  confirmPassword,
  hashNewPassword,
  proveOwnPassword,
} from './commands/change-password.ts'
import { acceptChallenge, proveChallenge } from './commands/prove-challenge.ts'
import { acceptLogin, hasTwoFactor, proveLogin, type LoginProof } from './commands/prove-login.ts'
import { admitResetMail, proveReset, resetPassword, sendResetLink } from './commands/reset-password.ts'
import { awaitFactor, challengeTokenOf, letIn } from './entrance.ts'
import { knownDevice } from './known-device.ts'
import { presentMe } from './present.ts'
import { getAccount, listOwnSchools, type Account } from './queries.ts'
import { confirmationSeconds, isLenientlyTrue, secondsSince } from './rules.ts'
import { twoFactorHandlers } from './two-factor-routes.ts'

/** Successes without content are the JSON text `""`. */
const done = '' as const

const meOf = async (context: Pick<Context, 'db' | 'clock' | 'house'>, account: Account): Promise<Me> =>
  presentMe(context.house, account, await listOwnSchools(context, account))

const finishLogin = async (context: AnonymousContext, proof: LoginProof, remember: boolean, http: Http) => {
  const account = await acceptLogin(context, proof)
  if (hasTwoFactor(account)) {
    await awaitFactor(context, account, remember, http)
    return { two_factor: true } as const
  }
  await letIn(context, account, remember, http)
  return { data: await meOf(context, account), two_factor: false } as const
}

export const handlers: Handlers<typeof endpoints> = {
  login: {
    prove: async (context, { body }, http) => {
      const device = knownDevice(context.house, http.request, body.email)
      const proof = await proveLogin(context, body, device)
      return (inside) => finishLogin(inside, proof, isLenientlyTrue(body.remember), http)
    },
  },

  answerChallenge: {
    prove: async (context, { body }, http) => {
      const proof = await proveChallenge(context, body, challengeTokenOf(context, http))
      return async (inside) => {
        const account = await acceptChallenge(inside, proof, body)
        await letIn(inside, account, proof.pending.remember, http)
      }
    },
  },

  logout: async (context, { query }, { reply }) => {
    // Whoever was called away comes back to what they had typed.
    if (query.reason !== 'idle') await discardDrafts(context.db, context.caller.id)
    await closeSession(context.house, context.db, reply, context.caller.session_id)
    await logAccess(context.db, context.house, context, { action: 'logout' })
  },

  getMe: async (context) => meOf(context, await getAccount(context.db, context.caller.id)),

  getCsrfCookie: ({ house, visitor }, _ask, { reply }) =>
    renewToken(house, reply, visitor?.session_id ?? null),

  ...twoFactorHandlers,

  confirmPassword: {
    prove: async (context, { body }, { reply }) => {
      await proveOwnPassword(context, body.password, 'password')
      return async (inside) => {
        await confirmPassword(inside)
        await renewSession(inside.house, inside.db, reply, inside.caller.session_id)
        return done
      }
    },
  },

  getPasswordStatus: ({ caller, clock }, { query }, { reply }) => {
    const elapsed = secondsSince(caller.password_confirmed_at, clock.now())
    const confirmed = elapsed !== null && elapsed < Number(query.seconds ?? confirmationSeconds)
    if (confirmed && elapsed >= 1) void reply.header('X-Retry-After', String(Math.floor(elapsed)))
    return { confirmed }
  },

  forgotPassword: {
    prove: async (context, { body }) => {
      const mayMail = await admitResetMail(context, body.email)
      return async (inside) => {
        await sendResetLink(inside, body.email, mayMail)
        return { message: 'We have emailed your password reset link.' }
      }
    },
  },

  resetPassword: {
    prove: async (context, { body }) => {
      const proof = await proveReset(context, body)
      return async (inside) => {
        await resetPassword(inside, proof)
        return { message: 'Your password has been reset.' }
      }
    },
  },

  changePassword: {
    prove: async (context, { body }, { reply }) => {
      const proved = await proveOwnPassword(context, body.current_password, 'current_password')
      const hash = await hashNewPassword(context.house, proved, body)
      return async (inside) => {
        await changeOwnPassword(inside, proved, hash)
        await renewSession(inside.house, inside.db, reply, inside.caller.session_id)
        return done
      }
    },
  },
}
