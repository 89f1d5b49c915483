import * as z from 'zod/mini'
import { empty, endpoint, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import { devices, visitDays } from './choices.ts'
import { reachedStep, siteVisits } from './shapes.ts'

export const countFormStep = endpoint({
  method: 'POST',
  path: '/api/public/periods/:id/form-steps',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  summary:
    'Counts that a step of a published form was shown. Saves only the count of the day, nothing about the visitor.',
  params: idParams,
  body: reachedStep,
  reply: empty(),
})

export const getSiteVisits = endpoint({
  method: 'GET',
  path: '/api/periods/:id/site-visits',
  access: 'school',
  summary:
    'Returns how often the pages and forms of a policy year’s student site were used in the last days, by language and device.',
  params: idParams,
  query: z.strictObject({
    days: z.optional(z.enum(visitDays)),
    /** Only visits in this language. */
    language: z.optional(z.enum(siteLanguages)),
    /** Only visits with such a device. */
    device: z.optional(z.enum(devices)),
  }),
  reply: one(siteVisits),
})
