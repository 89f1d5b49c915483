import * as z from 'zod/mini'
import { bare, empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { id, idParams, idText, text } from '#contract/platform/fields.ts'
import { providerCheck, signInSettings, signInSettingsChange, signOnTie } from './settings.ts'

export const getSignInSettings = endpoint({
  method: 'GET',
  path: '/api/schools/:id/sign-in-settings',
  access: 'admin',
  summary: 'Returns how a school’s staff sign in. The client secret can’t be read.',
  params: idParams,
  reply: one(signInSettings),
})

export const replaceSignInSettings = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/sign-in-settings',
  access: 'admin',
  grantsAccess: true,
  summary: 'Replaces how a school’s staff sign in. 409 if someone else changed it.',
  params: idParams,
  body: signInSettingsChange,
  reply: one(signInSettings),
})

export const checkSignOnProvider = endpoint({
  method: 'POST',
  path: '/api/schools/:id/sign-in-settings/check',
  access: 'admin',
  limit: 'outsideChecks',
  summary: 'Reads what an identity provider offers, without saving anything.',
  params: idParams,
  body: z.strictObject({ issuer: text(500) }),
  reply: one(providerCheck),
})

export const listSignOnTies = endpoint({
  method: 'GET',
  path: '/api/schools/:id/sign-on-ties',
  access: 'admin',
  summary: 'Lists the users who are tied to an account at the school’s identity provider.',
  params: idParams,
  reply: list(signOnTie),
})

export const removeSignOnTie = endpoint({
  method: 'DELETE',
  path: '/api/schools/:id/sign-on-ties/:tie',
  access: 'admin',
  grantsAccess: true,
  summary: 'Unties a user from their account at the school’s identity provider, and ends their sessions.',
  params: z.strictObject({ id: idText, tie: idText }),
  reply: empty(),
})

export const listSignOnSchools = endpoint({
  method: 'GET',
  path: '/single-sign-on/schools',
  access: 'anyone',
  summary: 'Lists the schools whose staff can sign in with their school account, by name.',
  reply: list(z.object({ slug: z.string(), name: z.string() })),
})

export const startSignOn = endpoint({
  method: 'POST',
  path: '/single-sign-on/start',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary: 'Starts a sign-in at a school’s identity provider. Returns the page to open there.',
  body: z.strictObject({ school: text(200) }),
  reply: one(z.object({ url: z.string() })),
})

export const finishSignOn = endpoint({
  method: 'POST',
  path: '/single-sign-on/finish',
  access: 'anyone',
  limit: 'own',
  guestsOnly: true,
  summary:
    'Completes the sign-in that this browser started, with the query that the provider sent back to the school’s own return address.',
  body: z.strictObject({ school_id: id, query: text(8000) }),
  literal: ['query'],
  reply: bare(
    z.object({
      two_factor: z.boolean(),
      methods: z.optional(z.array(z.enum(['passkey', 'code']))),
      /** The school’s name, and where to sign out at its provider too; null if the provider has no such page. */
      school: z.string(),
      sign_out_url: z.nullable(z.string()),
    }),
  ),
})
