import { setTimeout as sleep } from 'node:timers/promises'
import type * as endpoints from '#contract/accounts/auth/endpoints.ts'
import type * as passkeyEndpoints from '#contract/accounts/auth/passkey-endpoints.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { discardDrafts } from '#server/accounts/drafts/index.ts'
import type { AnonymousContext, Context } from '#server/platform/context.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { confirmationSeconds } from '#server/platform/http/confirmation.ts'
import { renewToken } from '#server/platform/http/csrf.ts'
import type { Handlers, Http } from '#server/platform/http/mount.ts'
import { closeSession, renewSession } from '#server/platform/http/session.ts'
import { limitSignOns } from '#server/platform/http/throttle.ts'
import { secondsSince } from '#server/platform/lib/clock.ts'
import { Problem } from '#server/platform/problem.ts'
import {
  addPasskey,
  checkNewPasskey,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './commands/change-passkeys.ts'
import {
  changeOwnPassword,
  checkOwnPassword,
  confirmPassword,
  hashNewPassword,
  checkReset,
  limitResetEmails,
  resetLink,
  resetPassword,
  sendResetLink,
} from './commands/change-password.ts'
import {
  checkFirstCode,
  confirmTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from './commands/change-two-factor.ts'
import { acceptChallenge, checkChallenge } from './commands/check-challenge.ts'
import {
  acceptLogin,
  checkLogin,
  hasTwoFactor,
  methodsOf,
  type CheckedLogin,
} from './commands/check-login.ts'
import {
  acceptPasskey,
  checkPasskeyChallenge,
  checkPasskeyLogin,
  startPasskeyChallenge,
  startPasskeyLogin,
} from './commands/check-passkey.ts'
import { checkEmergencyCode, signInForEmergency } from './commands/emergency.ts'
import { challengeTokenOf, completeSignIn, knownDevice, savePendingLogin } from './commands/sign-in.ts'
import { presentMe, type OwnSession } from './present.ts'
import { getAccount, listOwnSchools, type Account } from './queries.ts'
import { isLenientlyTrue } from './rules/sign-in.ts'
import { openCodes, openSecret, otpauthUrl, qrCodeOf } from './rules/two-factor.ts'

/** The calls of passkeys: the user’s own, as sign-in and as second factor. */
const passkeyHandlers: Handlers<typeof passkeyEndpoints> = {
  listPasskeys: (context) => listOwnPasskeys(context),

  startPasskey: (context, _ask, { request }) => startPasskey(context, request),

  addPasskey: {
    prove: async (context, { body }, { request }) => {
      const made = await checkNewPasskey(context, request, body.credential)
      return (inside) => addPasskey(inside, made, body.name)
    },
  },

  renamePasskey: (context, { params, body }) => renamePasskey(context, params.id, body.name),

  removePasskey: (context, { params }) => removePasskey(context, params.id),

  startPasskeyLogin: {
    prove: async ({ services, address }, _ask, http) => {
      await sleep(1000 * (await limitSignOns(services, address)))
      return (inside) => startPasskeyLogin(inside, http)
    },
  },

  loginWithPasskey: {
    prove: async (context, { body }, http) => {
      const proof = await checkPasskeyLogin(context, body.credential, http)
      return async (inside) => {
        const account = await acceptPasskey(inside, proof)
        await completeSignIn(inside, account, { remember: false, how: 'passkey' }, http)
      }
    },
  },

  startPasskeyChallenge: (context, _ask, http) => startPasskeyChallenge(context, http),

  answerPasskeyChallenge: {
    prove: async (context, { body }, http) => {
      const proof = await checkPasskeyChallenge(context, body.credential, http)
      return async (inside) => {
        const account = await acceptPasskey(inside, proof)
        const remember = proof.pending?.remember ?? false
        await completeSignIn(inside, account, { remember, how: 'passkey' }, http)
      }
    },
  },
}

/** The reply of calls without content: the JSON text `""`. */
const done = '' as const

const secretOf = ({ services }: Context, account: Account): string | null =>
  account.two_factor_secret && openSecret(services.keys, account.id, account.two_factor_secret)

const meOf = async (
  context: Pick<Context, 'db' | 'clock' | 'services'>,
  account: Account,
  session: OwnSession = { provider_factor: false, emergency_ends_at: null },
): Promise<Me> => ({
  ...presentMe(context.services, account, await listOwnSchools(context, account), session),
  ...(context.clock.demoDate ? { demo_date: context.clock.demoDate.day() } : {}),
})

const finishLogin = async (context: AnonymousContext, proof: CheckedLogin, remember: boolean, http: Http) => {
  const account = await acceptLogin(context, proof)
  if (hasTwoFactor(account)) {
    await savePendingLogin(context, { userId: account.id, remember }, http)
    return { two_factor: true as const, ...methodsOf(account) }
  }
  await completeSignIn(context, account, { remember }, http)
  return { data: await meOf(context, account), two_factor: false } as const
}

export const handlers: Handlers<typeof endpoints & typeof passkeyEndpoints> = {
  ...passkeyHandlers,

  login: {
    prove: async (context, { body }, http) => {
      const device = knownDevice(context.services, http.request, body.email)
      const proof = await checkLogin(context, body, device)
      return (inside) => finishLogin(inside, proof, isLenientlyTrue(body.remember), http)
    },
  },

  answerChallenge: {
    prove: async (context, { body }, http) => {
      const proof = await checkChallenge(context, body, challengeTokenOf(context, http))
      return async (inside) => {
        const account = await acceptChallenge(inside, proof, body)
        const how = proof.newCodes ? { how: 'recovery code' } : {}
        await completeSignIn(inside, account, { remember: proof.pending.remember, ...how }, http)
      }
    },
  },

  logout: async (context, { query }, { reply }) => {
    // after a timeout, users find their drafts when they return
    if (query.reason !== 'idle') await discardDrafts(context.db, context.caller.id)
    await closeSession(context.services, context.db, reply, context.caller.session_id)
    await logAccess(context.db, context.services, context, { action: 'logout' })
  },

  getMe: async (context) => meOf(context, await getAccount(context.db, context.caller.id), context.caller),

  getCsrfCookie: ({ services, visitor }, _ask, { reply }) =>
    renewToken(services, reply, visitor?.session_id ?? null),

  // the user's own two-factor authentication: `mount` requires a recently confirmed password for every call
  enableTwoFactor: async (context, { body }) => {
    await startTwoFactor(context, isLenientlyTrue(body?.force))
    return done
  },

  disableTwoFactor: async (context) => {
    await turnOffTwoFactor(context)
    return done
  },

  getTwoFactorQrCode: async (context) => {
    const account = await getAccount(context.db, context.caller.id)
    const secret = secretOf(context, account)
    if (secret === null) return []
    const url = otpauthUrl(account.email, secret)
    return { svg: await qrCodeOf(url), url }
  },

  getTwoFactorSecretKey: async (context) => {
    const secretKey = secretOf(context, await getAccount(context.db, context.caller.id))
    if (secretKey !== null) return { secretKey }
    throw new Problem('not_found', { message: 'Two factor authentication has not been enabled.' })
  },

  confirmTwoFactor: {
    prove: async (context, { body }) => {
      const proved = await checkFirstCode(context, body.code)
      return async (inside) => {
        await confirmTwoFactor(inside, proved)
        return done
      }
    },
  },

  listRecoveryCodes: async (context) => {
    const { id, two_factor_recovery_codes: sealed } = await getAccount(context.db, context.caller.id)
    return sealed ? openCodes(context.services.keys, id, sealed) : []
  },

  renewRecoveryCodes: async (context) => {
    await renewRecoveryCodes(context)
    return done
  },

  confirmPassword: {
    prove: async (context, { body }, { reply }) => {
      await checkOwnPassword(context, body.password, 'password')
      return async (inside) => {
        await confirmPassword(inside)
        await renewSession(inside.services, inside.db, reply, inside.caller.session_id)
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
      const mayMail = await limitResetEmails(context, body.email)
      return async (inside) => {
        await sendResetLink(inside, body.email, mayMail)
        return {
          message: 'We have emailed your password reset link.',
          sends_emails: inside.services.settings.smtpUrl !== null,
        }
      }
    },
  },

  resetPassword: {
    prove: async (context, { body }) => {
      const proof = await checkReset(context, body, resetLink)
      return async (inside) => {
        await resetPassword(inside, proof)
        return { message: 'Your password has been reset.' }
      }
    },
  },

  changePassword: {
    prove: async (context, { body }, { reply }) => {
      const proved = await checkOwnPassword(context, body.current_password, 'current_password')
      const hash = await hashNewPassword(context.services, proved, body)
      return async (inside) => {
        await changeOwnPassword(inside, proved, hash)
        await renewSession(inside.services, inside.db, reply, inside.caller.session_id)
        return done
      }
    },
  },

  emergencySignIn: {
    prove: async (context, { body }, http) => {
      const code = await checkEmergencyCode(context, body)
      return async (inside) => {
        const { account, endsAt } = await signInForEmergency(inside, code, body.reason, http)
        return meOf(inside, account, { provider_factor: false, emergency_ends_at: endsAt })
      }
    },
  },
}
