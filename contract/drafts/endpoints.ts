import * as z from 'zod/mini'
import { empty, endpoint, one } from '../endpoint.ts'
import { draftLimit } from './shapes.ts'

/** Which form of which record: `new-school`, `period-about:70`. Names nobody. */
const form = z.string().check(z.regex(/^[a-z][a-z-]{0,39}(:[a-z0-9-]{1,20}){0,2}$/))
const byForm = z.strictObject({ form })

export const getDraft = endpoint({
  method: 'GET',
  path: '/api/drafts',
  access: 'signed-in',
  summary: "What one has typed into a form and not saved; null when there is nothing. Nobody else's, ever.",
  query: byForm,
  reply: one(z.nullable(z.object({ content: z.string() }))),
})

export const keepDraft = endpoint({
  method: 'PUT',
  path: '/api/drafts',
  access: 'signed-in',
  summary:
    'Keeps what is typed into a form: for seven days, until it is saved or discarded, or one signs out.',
  body: z.strictObject({ form, content: z.string().check(z.minLength(1), z.maxLength(draftLimit)) }),
  literal: ['content'],
  reply: empty(),
})

export const discardDraft = endpoint({
  method: 'DELETE',
  path: '/api/drafts',
  access: 'signed-in',
  summary: 'Forgets what was typed into a form.',
  query: byForm,
  reply: empty(),
})
