import * as z from 'zod/mini'
import { endpoint, one, page } from '#contract/platform/endpoint.ts'
import { id, idParams } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/table-query.ts'
import { defaultEnrollment, groupStudent, newDefaultEnrollment } from './shapes.ts'

export const getDefaultEnrollment = endpoint({
  method: 'GET',
  path: '/api/periods/:id/default-enrollment',
  access: 'admin',
  summary:
    'Returns who would be auto-enrolled today and at what premium, who wouldn’t and why, and the latest runs.',
  params: idParams,
  reply: one(defaultEnrollment),
})

export const listDefaultEnrollmentStudents = endpoint({
  method: 'GET',
  path: '/api/periods/:id/default-enrollment/students',
  access: 'admin',
  summary: 'Lists the students of a group that auto-enrollment includes or leaves out.',
  params: idParams,
  query: z.strictObject({ ...paging, group: z.string().check(z.maxLength(300)) }),
  reply: page(groupStudent),
})

export const startDefaultEnrollment = endpoint({
  method: 'POST',
  path: '/api/periods/:id/default-enrollment',
  access: 'admin',
  summary:
    'Enrolls the students who sent no form in time, as a job. 409 if the preview is out of date or a run isn’t finished.',
  params: idParams,
  body: newDefaultEnrollment,
  idempotent: true,
  reply: one(z.object({ job_id: z.int() })),
  status: 202,
})

export const releaseDefaultEnrollmentEmails = endpoint({
  method: 'POST',
  path: '/api/periods/:id/default-enrollment/emails',
  access: 'admin',
  summary:
    'Queues the emails to the students of a run who are still enrolled, as a job. 409 if it was done before.',
  params: idParams,
  body: z.strictObject({ run_id: id }),
  idempotent: true,
  reply: one(z.object({ job_id: z.int() })),
  status: 202,
})
