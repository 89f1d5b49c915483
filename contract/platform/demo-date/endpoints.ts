import * as z from 'zod/mini'
import { endpoint, one } from '#contract/platform/endpoint.ts'
import { day } from '#contract/platform/fields.ts'

/** The day that a demo or a development server takes for today; null for the real one. */
const demoDate = { day: z.nullable(day) }

export const replaceDemoDate = endpoint({
  method: 'PUT',
  path: '/api/demo-date',
  access: 'admin',
  summary:
    'Sets the day that a demo server takes for today, so that a policy year can be tried in minutes, and starts what is due by it. 404 on other servers.',
  body: z.strictObject(demoDate),
  reply: one(z.object(demoDate)),
})
