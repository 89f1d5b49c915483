import * as z from 'zod/mini'
import { empty, endpoint, one } from '#contract/platform/endpoint.ts'
import { draftLimit } from './shapes.ts'

/** The form and the record a draft is for: `new-school`, `period-about:70`. Contains no personal data. */
const form = z.string().check(z.regex(/^[a-z][a-z-]{0,39}(:[a-z0-9-]{1,20}){0,2}$/))
const byForm = z.strictObject({ form })

export const getDraft = endpoint({
  method: 'GET',
  path: '/api/drafts',
  access: 'signed-in',
  summary: 'Returns the user’s own unsaved draft of a form, or null.',
  query: byForm,
  reply: one(z.nullable(z.object({ content: z.string() }))),
})

export const keepDraft = endpoint({
  method: 'PUT',
  path: '/api/drafts',
  access: 'signed-in',
  summary: 'Saves a draft of a form for 7 days, or until the user saves, discards it or signs out.',
  body: z.strictObject({ form, content: z.string().check(z.minLength(1), z.maxLength(draftLimit)) }),
  literal: ['content'],
  reply: empty(),
})

export const discardDraft = endpoint({
  method: 'DELETE',
  path: '/api/drafts',
  access: 'signed-in',
  summary: 'Deletes a draft.',
  query: byForm,
  reply: empty(),
})
