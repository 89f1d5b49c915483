import { endpoint, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { calendar } from './shapes.ts'

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/periods/:id/calendar',
  access: 'admin',
  summary: 'Returns what will happen in a policy year and when, and what ran and who started it.',
  params: idParams,
  reply: one(calendar),
})
