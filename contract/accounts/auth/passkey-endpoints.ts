import * as z from 'zod/mini'
import { empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import {
  newPasskey,
  passkey,
  passkeyCreation,
  passkeyName,
  passkeyRequest,
  usedPasskey,
} from './passkey-shapes.ts'

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/user/passkeys',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'Returns the user’s passkeys, the newest first.',
  reply: list(passkey),
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/user/passkeys/options',
  access: 'signed-in',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Returns what the browser needs to create a passkey. The challenge works once, for 10 minutes.',
  reply: one(passkeyCreation),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/user/passkeys',
  access: 'signed-in',
  limit: 'own',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Adds a passkey that the browser created. Ends the user’s other sessions.',
  body: z.strictObject({ name: passkeyName, credential: newPasskey }),
  reply: one(passkey),
  status: 201,
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/user/passkeys/:id',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'Renames a passkey of the user.',
  params: idParams,
  body: z.strictObject({ name: passkeyName }),
  reply: one(passkey),
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/user/passkeys/:id',
  access: 'signed-in',
  beforeFactor: true,
  grantsAccess: true,
  summary: 'Removes a passkey of the user. Ends the user’s other sessions.',
  params: idParams,
  reply: empty(),
})

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/passkey-login/options',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary: 'Returns what the browser needs to sign in with a passkey, without naming a user.',
  reply: one(passkeyRequest),
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/passkey-login',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary: 'Signs in with a passkey that verified its user. It counts as both factors.',
  body: z.strictObject({ credential: usedPasskey }),
  reply: empty(),
})

export const startPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/two-factor-challenge/passkey/options',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary: 'Returns what the browser needs to complete the pending sign-in with a passkey.',
  reply: one(passkeyRequest),
})

export const answerPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/two-factor-challenge/passkey',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary: 'Completes a two-factor sign-in with a passkey.',
  body: z.strictObject({ credential: usedPasskey }),
  reply: empty(),
})
