import * as z from 'zod/mini'
import { empty, endpoint, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/table-query.ts'
import { reverificationResults } from './choices.ts'
import {
  newReverification,
  periodReverification,
  reverificationPreview,
  startedReverification,
} from './shapes.ts'

export const reverifyPeriod = endpoint({
  method: 'POST',
  path: '/api/period-reverifications/reverify-period',
  access: 'admin',
  summary:
    'Checks the waivers of a policy year again, or previews who, why and at what cost. 409 while one runs in the policy year.',
  body: newReverification,
  idempotent: true,
  reply: one(z.union([startedReverification, reverificationPreview])),
})

export const pauseReverification = endpoint({
  method: 'POST',
  path: '/api/period-reverifications/:id/pause',
  access: 'admin',
  summary: 'Pauses a reverification after the checks that are being made. 409 if it isn’t running.',
  params: idParams,
  reply: empty(),
})

export const resumeReverification = endpoint({
  method: 'POST',
  path: '/api/period-reverifications/:id/resume',
  access: 'admin',
  summary: 'Continues a paused reverification. 409 if it isn’t paused.',
  params: idParams,
  reply: empty(),
})

export const stopReverification = endpoint({
  method: 'POST',
  path: '/api/period-reverifications/:id/stop',
  access: 'admin',
  summary: 'Ends a reverification. What wasn’t checked keeps its status. 409 if it has ended.',
  params: idParams,
  reply: empty(),
})

export const getLatestReverification = endpoint({
  method: 'GET',
  path: '/api/period-reverifications/latest/:id',
  access: 'admin',
  summary: 'Returns the latest reverification of a policy year with its outcomes; null if there was none.',
  params: idParams,
  query: z.strictObject({ ...paging, result: z.optional(z.enum(reverificationResults)) }),
  reply: one(z.nullable(periodReverification)),
})
