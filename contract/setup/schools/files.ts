import * as z from 'zod/mini'
import { download, empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, idText, text } from '#contract/platform/fields.ts'
import { fileKinds, schoolFile, schoolFileUse } from './file-shapes.ts'

const upload = { school_id: idText }

export const addLogo = endpoint({
  method: 'POST',
  path: '/api/schools/logo',
  access: 'admin',
  summary: 'Uploads the school’s logo: PNG, JPEG, WebP or SVG.',
  body: z.strictObject(upload),
  upload: true,
  idempotent: true,
  reply: one(schoolFile),
  status: 201,
})

export const addImage = endpoint({
  method: 'POST',
  path: '/api/schools/image',
  access: 'admin',
  summary: 'Uploads an image for the student website: PNG, JPEG, WebP or SVG.',
  body: z.strictObject({ ...upload, alt: z.optional(z.nullable(text(300))) }),
  upload: true,
  idempotent: true,
  reply: one(schoolFile),
  status: 201,
})

export const addSchoolFile = endpoint({
  method: 'POST',
  path: '/api/schools/file',
  access: 'admin',
  summary: 'Uploads a PDF or an image for the student website.',
  body: z.strictObject(upload),
  upload: true,
  idempotent: true,
  reply: one(schoolFile),
  status: 201,
})

export const listSchoolFiles = endpoint({
  method: 'GET',
  path: '/api/schools/:id/files',
  access: 'admin',
  summary: 'Lists a school’s logos, images and files, newest first.',
  params: idParams,
  query: z.strictObject({ kind: z.optional(z.enum(fileKinds)) }),
  reply: list(schoolFile),
})

export const listSchoolFileUses = endpoint({
  method: 'GET',
  path: '/api/schools/:id/file-uses',
  access: 'admin',
  summary: 'Lists the pages that use a school’s files, by policy year, newest first.',
  params: idParams,
  reply: list(schoolFileUse),
})

export const removeSchoolFile = endpoint({
  method: 'DELETE',
  path: '/api/schools/:id/files/:fileId',
  access: 'admin',
  summary: 'Removes a file. Its URL returns 404. You can undo this.',
  params: z.strictObject({ id: idText, fileId: idText }),
  reply: empty(),
})

export const getMedia = endpoint({
  method: 'GET',
  path: '/media/:name',
  access: 'anyone',
  givesSsn: false,
  isPublic: true,
  summary: 'Returns a logo, image or file. Anyone with the URL can read it.',
  params: z.strictObject({ name: z.string().check(z.regex(/^[0-9a-f]{32}\.[a-z]{3,4}$/)) }),
  reply: download('application/octet-stream'),
})
