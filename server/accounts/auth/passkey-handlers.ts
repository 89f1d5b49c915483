import { setTimeout as sleep } from 'node:timers/promises'
import type * as endpoints from '#contract/accounts/auth/passkey-endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import {
  addPasskey,
  checkNewPasskey,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './commands/change-passkeys.ts'
import {
  acceptPasskey,
  checkPasskeyChallenge,
  checkPasskeyLogin,
  startPasskeyChallenge,
  startPasskeyLogin,
} from './commands/check-passkey.ts'
import { completeSignIn } from './sign-in.ts'
import { limitSignOns } from './throttle.ts'

/** The calls of passkeys: the user’s own, as sign-in and as second factor. */
export const passkeyHandlers: Handlers<typeof endpoints> = {
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
