import * as z from 'zod/mini'
import { download, empty, endpoint, one, page } from '#contract/platform/endpoint.ts'
import { id, idParams } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/table-query.ts'
import {
  carrierFileMember,
  carrierFileOverview,
  carrierFileProblem,
  carrierFileRun,
  newCarrierFile,
} from './shapes.ts'

export const listCarrierFiles = endpoint({
  method: 'GET',
  path: '/api/periods/:id/carrier-files',
  access: 'admin',
  summary: 'Returns the 834 files of a policy year, and what has to be done before the next one.',
  params: idParams,
  reply: one(carrierFileOverview),
})

export const prepareCarrierFile = endpoint({
  method: 'POST',
  path: '/api/periods/:id/carrier-files',
  access: 'admin',
  summary:
    'Starts to prepare an 834 file for review. One that isn’t released yet is discarded. 409 while one is being prepared.',
  params: idParams,
  body: newCarrierFile,
  idempotent: true,
  reply: one(z.object({ id })),
  status: 202,
})

export const getCarrierFile = endpoint({
  method: 'GET',
  path: '/api/carrier-files/:id',
  access: 'admin',
  summary: 'Returns an 834 file with its progress and counts.',
  params: idParams,
  reply: one(carrierFileRun),
})

export const listCarrierFileMembers = endpoint({
  method: 'GET',
  path: '/api/carrier-files/:id/members',
  access: 'admin',
  summary: 'Lists the students of an 834 file who differ from the last one, by name.',
  params: idParams,
  query: z.strictObject(paging),
  reply: page(carrierFileMember),
})

export const listCarrierFileProblems = endpoint({
  method: 'GET',
  path: '/api/carrier-files/:id/problems',
  access: 'admin',
  summary: 'Lists what the carrier would reject, by student. These students are left out of the file.',
  params: idParams,
  query: z.strictObject(paging),
  reply: page(carrierFileProblem),
})

export const releaseCarrierFile = endpoint({
  method: 'POST',
  path: '/api/carrier-files/:id/release',
  access: 'admin',
  givesSsn: true,
  summary:
    'Releases a prepared 834 file: gives it its control number and records it as a disclosure. 409 unless it’s ready.',
  params: idParams,
  reply: one(carrierFileRun),
})

export const discardCarrierFile = endpoint({
  method: 'POST',
  path: '/api/carrier-files/:id/discard',
  access: 'admin',
  summary: 'Discards a prepared 834 file. 409 unless it’s ready.',
  params: idParams,
  reply: empty(),
})

export const downloadCarrierFile = endpoint({
  method: 'GET',
  path: '/api/carrier-files/:id/file',
  access: 'admin',
  limit: 'downloads',
  givesSsn: true,
  summary: 'Returns a released 834 file. The download is recorded as a disclosure.',
  params: idParams,
  reply: download('application/edi-x12'),
})
