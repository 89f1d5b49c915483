import { endpoint, one } from '#contract/platform/endpoint.ts'
import { preference, preferenceChange, preferenceParams } from './shapes.ts'

export const getPreference = endpoint({
  method: 'GET',
  path: '/api/preferences/:key',
  access: 'signed-in',
  summary: 'Returns the user’s saved layout of a table.',
  params: preferenceParams,
  reply: one(preference),
})

export const replacePreference = endpoint({
  method: 'PUT',
  path: '/api/preferences/:key',
  access: 'signed-in',
  summary: 'Saves the user’s layout of a table. The last write wins.',
  params: preferenceParams,
  body: preferenceChange,
  reply: one(preference),
})
