import type * as endpoints from '#contract/auth/endpoints.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/mount.ts'
import { Problem } from '../problem.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  proveFirstCode,
  renewRecoveryCodes,
  stopTwoFactor,
} from './commands/change-two-factor.ts'
import { requireConfirmation } from './confirmation.ts'
import { getAccount, type Account } from './queries.ts'
import { isLenientlyTrue } from './rules.ts'
import { openCodes, openSecret, otpauthUrl, qrCodeOf } from './two-factor.ts'

type TwoFactorEndpoints =
  | 'enableTwoFactor'
  | 'disableTwoFactor'
  | 'getTwoFactorQrCode'
  | 'getTwoFactorSecretKey'
  | 'confirmTwoFactor'
  | 'listRecoveryCodes'
  | 'renewRecoveryCodes'

const done = '' as const

const secretOf = ({ house }: Context, account: Account): string | null =>
  account.two_factor_secret && openSecret(house.keys, account.id, account.two_factor_secret)

/** One's own second factor: every call wants the password confirmed lately. */
export const twoFactorHandlers: Pick<Handlers<typeof endpoints>, TwoFactorEndpoints> = {
  enableTwoFactor: async (context, { body }) => {
    requireConfirmation(context)
    await beginTwoFactor(context, isLenientlyTrue(body?.force))
    return done
  },

  disableTwoFactor: async (context) => {
    requireConfirmation(context)
    await stopTwoFactor(context)
    return done
  },

  getTwoFactorQrCode: async (context) => {
    requireConfirmation(context)
    const account = await getAccount(context.db, context.caller.id)
    const secret = secretOf(context, account)
    if (secret === null) return []
    const url = otpauthUrl(account.email, secret)
    return { svg: await qrCodeOf(url), url }
  },

  getTwoFactorSecretKey: async (context) => {
    requireConfirmation(context)
    const secretKey = secretOf(context, await getAccount(context.db, context.caller.id))
    if (secretKey !== null) return { secretKey }
    throw new Problem('not_found', { message: 'Two factor authentication has not been enabled.' })
  },

  confirmTwoFactor: {
    prove: async (context, { body }) => {
      requireConfirmation(context)
      const proved = await proveFirstCode(context, body.code)
      return async (inside) => {
        await confirmTwoFactor(inside, proved)
        return done
      }
    },
  },

  listRecoveryCodes: async (context) => {
    requireConfirmation(context)
    const { id, two_factor_recovery_codes: sealed } = await getAccount(context.db, context.caller.id)
    return sealed ? openCodes(context.house.keys, id, sealed) : []
  },

  renewRecoveryCodes: async (context) => {
    requireConfirmation(context)
    await renewRecoveryCodes(context)
    return done
  },
}
