import { endpoint, one } from '../endpoint.ts'
import { preference, preferenceChange, preferenceParams } from './shapes.ts'

export const getPreference = endpoint({
  method: 'GET',
  path: '/api/preferences/:key',
  access: 'signed-in',
  summary: 'How the caller has set up a table; of a period, where the key names one.',
  params: preferenceParams,
  reply: one(preference),
})

export const replacePreference = endpoint({
  method: 'PUT',
  path: '/api/preferences/:key',
  access: 'signed-in',
  summary: 'Remembers how the caller has set up a table. The last write wins.',
  params: preferenceParams,
  body: preferenceChange,
  reply: one(preference),
})
