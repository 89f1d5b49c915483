import * as z from 'zod/mini'
import { empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import { apiToken, createdApiToken, newApiToken } from './shapes.ts'

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api/schools/:id/api-tokens',
  access: 'admin',
  summary: 'Lists a school’s API tokens, the newest first. Their secrets aren’t in it.',
  params: idParams,
  reply: list(apiToken),
})

export const createApiToken = endpoint({
  method: 'POST',
  path: '/api/schools/:id/api-tokens',
  access: 'admin',
  grantsAccess: true,
  summary: 'Creates an API token of a school. Returns its secret, this one time only.',
  idempotent: true,
  params: idParams,
  body: newApiToken,
  reply: one(createdApiToken),
  status: 201,
})

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/api/schools/:id/api-tokens/:token',
  access: 'admin',
  summary: 'Revokes an API token. Its next call is refused.',
  params: z.strictObject({ id: idText, token: idText }),
  reply: empty(),
})
