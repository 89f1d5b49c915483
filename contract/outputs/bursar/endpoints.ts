import { download, empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import {
  bursarBatch,
  bursarBatchDetails,
  bursarFileQuery,
  bursarLinesQuery,
  bursarPreview,
  bursarSettings,
  bursarSettingsChange,
  bursarVoid,
  newBursarBatch,
} from './shapes.ts'

export const previewBursarBatch = endpoint({
  method: 'GET',
  path: '/api/periods/:id/bursar-preview',
  access: 'admin',
  summary: 'Returns what a new bursar batch of a policy year would charge, reverse and prorate now.',
  params: idParams,
  query: bursarLinesQuery,
  reply: one(bursarPreview),
})

export const listBursarBatches = endpoint({
  method: 'GET',
  path: '/api/periods/:id/bursar-batches',
  access: 'admin',
  summary: 'Lists the bursar batches of a policy year, newest first.',
  params: idParams,
  reply: list(bursarBatch),
})

export const makeBursarBatch = endpoint({
  method: 'POST',
  path: '/api/periods/:id/bursar-batches',
  access: 'admin',
  summary:
    'Creates a draft batch of everything that changed since the last one. 409 while the policy year has a draft, or if the preview is out of date.',
  params: idParams,
  body: newBursarBatch,
  idempotent: true,
  reply: one(bursarBatch),
  status: 201,
})

export const getBursarBatch = endpoint({
  method: 'GET',
  path: '/api/bursar-batches/:id',
  access: 'admin',
  summary: 'Returns a bursar batch with its totals and a page of its lines.',
  params: idParams,
  query: bursarLinesQuery,
  reply: one(bursarBatchDetails),
})

export const downloadBursarFile = endpoint({
  method: 'GET',
  path: '/api/bursar-batches/:id/file',
  access: 'admin',
  limit: 'downloads',
  givesSsn: false,
  summary:
    'Returns the file of a bursar batch that was released, always the same bytes. The download is logged.',
  params: idParams,
  query: bursarFileQuery,
  reply: download('text/csv; charset=utf-8'),
})

export const releaseBursarBatch = endpoint({
  method: 'POST',
  path: '/api/bursar-batches/:id/release',
  access: 'admin',
  summary:
    'Releases a draft batch, so that its file can be downloaded. 403 for its maker if the school needs a second person.',
  params: idParams,
  reply: empty(),
})

export const confirmBursarBatch = endpoint({
  method: 'POST',
  path: '/api/bursar-batches/:id/confirm',
  access: 'admin',
  summary: 'Records that the bursar posted a released batch. It can’t be voided after that.',
  params: idParams,
  reply: empty(),
})

export const voidBursarBatch = endpoint({
  method: 'POST',
  path: '/api/bursar-batches/:id/void',
  access: 'admin',
  summary: 'Voids a batch that isn’t confirmed. Its lines no longer count, and its number isn’t used again.',
  params: idParams,
  body: bursarVoid,
  reply: empty(),
})

export const getBursarSettings = endpoint({
  method: 'GET',
  path: '/api/schools/:id/bursar-settings',
  access: 'admin',
  summary: 'Returns how a school’s bursar batches are released.',
  params: idParams,
  reply: one(bursarSettings),
})

export const replaceBursarSettings = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/bursar-settings',
  access: 'admin',
  summary: 'Replaces how a school’s bursar batches are released. 409 if someone else changed it.',
  params: idParams,
  body: bursarSettingsChange,
  reply: one(bursarSettings),
})
