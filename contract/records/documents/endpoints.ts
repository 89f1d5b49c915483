import * as z from 'zod/mini'
import { download, empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, idText, text } from '#contract/platform/fields.ts'
import { fileKinds } from '#contract/platform/record/file-kinds.ts'
import { fileUpload, studentFile } from './shapes.ts'

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/students/:id/files',
  access: 'school',
  summary: 'Lists a student’s documents, newest first. Use `removed=true` for removed ones.',
  params: idParams,
  query: z.strictObject({ removed: z.optional(z.enum(['true', 'false'])) }),
  reply: list(studentFile),
})

export const addFile = endpoint({
  method: 'POST',
  path: '/api/students/:id/file',
  access: 'school',
  summary: 'Uploads a document of up to 20 MB for a student, or a new version of one.',
  params: idParams,
  body: z.strictObject(fileUpload),
  upload: true,
  idempotent: true,
  reply: one(studentFile),
  status: 201,
})

export const addFileTo = endpoint({
  method: 'POST',
  path: '/api/students/file',
  access: 'school',
  summary: 'Uploads a document for the student named in the form.',
  body: z.strictObject({ student_id: idText, ...fileUpload }),
  upload: true,
  idempotent: true,
  reply: one(studentFile),
  status: 201,
})

export const getFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  access: 'school',
  limit: 'downloads',
  givesSsn: false,
  summary:
    'Returns a document’s content, or part of it (`Range`). PDF, PNG, JPEG and WebP open inline unless `download=1`, HEIC and TIFF as a JPEG.',
  params: idParams,
  query: z.strictObject({ download: z.optional(z.enum(['1', '0'])) }),
  reply: download('application/octet-stream'),
})

export const updateFile = endpoint({
  method: 'PUT',
  path: '/api/files/:id',
  access: 'school',
  summary: 'Changes a document’s name or type.',
  params: idParams,
  body: z.strictObject({
    name: z.optional(text(200)),
    kind: z.optional(z.enum(fileKinds)),
    version: z.optional(z.int()),
  }),
  reply: one(studentFile),
})

export const removeFile = endpoint({
  method: 'DELETE',
  path: '/api/files/:id',
  access: 'school',
  summary: 'Removes a document; it can be restored.',
  params: idParams,
  reply: empty(),
})

export const restoreFile = endpoint({
  method: 'POST',
  path: '/api/files/:id/restore',
  access: 'school',
  summary: 'Restores a removed document.',
  params: idParams,
  reply: one(studentFile),
})
