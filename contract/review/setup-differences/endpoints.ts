import * as z from 'zod/mini'
import { endpoint, one, page } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/table-query.ts'
import { groupStudent } from '#contract/review/default-enrollments/shapes.ts'
import { differencesToApply, setupDifferences } from './shapes.ts'

export const getSetupDifferences = endpoint({
  method: 'GET',
  path: '/api/periods/:id/setup-differences',
  access: 'admin',
  summary: 'Returns how the records of a policy year differ from its setup, in groups.',
  params: idParams,
  reply: one(setupDifferences),
})

export const listSetupDifferenceStudents = endpoint({
  method: 'GET',
  path: '/api/periods/:id/setup-differences/students',
  access: 'admin',
  summary: 'Lists the students of a group of records that differ from the setup.',
  params: idParams,
  query: z.strictObject({ ...paging, group: z.string().check(z.maxLength(300)) }),
  reply: page(groupStudent),
})

export const applySetup = endpoint({
  method: 'POST',
  path: '/api/periods/:id/setup-differences',
  access: 'admin',
  summary: 'Applies the setup to the records of some groups, as a job.',
  params: idParams,
  body: differencesToApply,
  idempotent: true,
  reply: one(z.object({ job_id: z.int() })),
  status: 202,
})
