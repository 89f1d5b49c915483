import * as z from 'zod/mini'
import { endpoint, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { jobStates } from './shapes.ts'
import { bulkResult } from '../student-periods/bulk-shapes.ts'

export const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:id',
  access: 'school',
  summary: 'How far long work has come; for whoever started it, and product admins.',
  params: idParams,
  reply: one(
    z.object({
      id: z.int(),
      kind: z.string(),
      state: z.enum(jobStates),
      progress: z.object({ done: z.int(), total: z.int() }),
      message: z.nullable(z.string()),
      change_id: z.nullable(z.int()),
      result: z.nullable(bulkResult),
    }),
  ),
})
