import { endpoint, list, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { job } from './shapes.ts'

export const listOpenJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  access: 'school',
  summary: 'The caller’s own long work that waits or runs, the latest first.',
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
