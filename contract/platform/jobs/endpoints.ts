import { empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { job } from './shapes.ts'

export const listUntoldJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  access: 'school',
  summary:
    'Lists the user’s queued and running jobs, and jobs that ended in the last 24 hours that the user hasn’t seen, newest first.',
  reply: list(job),
})

export const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:id',
  access: 'school',
  summary: 'Returns a job’s progress. For the user who started it and product admins.',
  params: idParams,
  reply: one(job),
})

export const noteJobTold = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/told',
  access: 'school',
  summary: 'Marks a finished job as seen, so it’s no longer listed. 409 if the job hasn’t ended.',
  params: idParams,
  reply: empty(),
})
