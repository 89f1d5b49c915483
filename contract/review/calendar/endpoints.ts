import { endpoint, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { calendar, recentEvents } from './shapes.ts'

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/periods/:id/calendar',
  access: 'admin',
  summary: 'Returns what will happen in a policy year and when, and what ran and who started it.',
  params: idParams,
  reply: one(calendar),
})

export const getRecentEvents = endpoint({
  method: 'GET',
  path: '/api/periods/:id/recent-events',
  access: 'school',
  summary:
    'Counts what happened in a policy year since the user’s last change before today. School admins get no numbers of forms.',
  params: idParams,
  reply: one(recentEvents),
})
