import * as z from 'zod/mini'
import { download, empty, endpoint, list, one } from '../endpoint.ts'
import { idParams, idText, text } from '../fields.ts'
import { fileKinds, schoolFile, schoolFileUse } from './file-shapes.ts'

const upload = { school_id: idText }

export const addLogo = endpoint({
  method: 'POST',
  path: '/api/schools/logo',
  access: 'admin',
  summary: 'Brings a logo: PNG, JPEG, WebP or SVG. It becomes the logo of the school.',
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
  summary: 'Brings a picture for the student site: PNG, JPEG, WebP or SVG.',
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
  summary: 'Brings a file for the student site: a PDF or a picture.',
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
  summary: 'The logos, pictures and files of a school, the newest first.',
  params: idParams,
  query: z.strictObject({ kind: z.optional(z.enum(fileKinds)) }),
  reply: list(schoolFile),
})

export const listSchoolFileUses = endpoint({
  method: 'GET',
  path: '/api/schools/:id/file-uses',
  access: 'admin',
  summary:
    'Which pages and documents of which policy years a school’s files stand in, the latest year first.',
  params: idParams,
  reply: list(schoolFileUse),
})

export const removeSchoolFile = endpoint({
  method: 'DELETE',
  path: '/api/schools/:id/files/:fileId',
  access: 'admin',
  summary: 'Removes a file; its address answers 404 from then on. It can be undone.',
  params: z.strictObject({ id: idText, fileId: idText }),
  reply: empty(),
})

export const getMedia = endpoint({
  method: 'GET',
  path: '/media/:name',
  access: 'anyone',
  isPublic: true,
  summary: 'The bytes of a logo, picture or file of a school, for everybody who has its address.',
  params: z.strictObject({ name: z.string().check(z.regex(/^[0-9a-f]{32}\.[a-z]{3,4}$/)) }),
  reply: download('application/octet-stream'),
})
