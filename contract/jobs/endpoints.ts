import { empty, endpoint, list, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { job } from './shapes.ts'

export const listUntoldJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  access: 'school',
  summary:
    'The caller’s own long work that waits or runs, or that ended within a day and was not told yet, the latest first.',
  reply: list(job),
})

export const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:id',
  access: 'school',
  summary: 'How far long work has come; for whoever started it, and product admins.',
  params: idParams,
  reply: one(job),
})

export const noteJobTold = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/told',
  access: 'school',
  summary:
    'Says that whoever started long work was shown its end: it is not listed any more. 409 before it has ended.',
  params: idParams,
  reply: empty(),
})
