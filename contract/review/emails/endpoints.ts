import * as z from 'zod/mini'
import { endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import { emailKinds } from '#contract/setup/schools/email-kinds.ts'
import { paging, searchText } from '#contract/platform/table-query.ts'
import { composed, emailBatch, emailToCompose, sendableTemplate } from './compose.ts'
import { emailStates, emailVias, studentEmail } from './shapes.ts'

export const listStudentEmails = endpoint({
  method: 'GET',
  path: '/api/student-emails',
  access: 'school',
  summary: 'Lists the emails to a student with their exact content and delivery state, newest first.',
  query: z.strictObject({ student_id: idText, ...paging }),
  reply: page(studentEmail),
})

export const resendStudentEmail = endpoint({
  method: 'POST',
  path: '/api/student-emails/:id/resend',
  access: 'school',
  limit: 'singleEmails',
  summary:
    'Queues an email again, with the same content, to the student’s present address; without a student, to the same address.',
  params: idParams,
  idempotent: true,
  reply: one(studentEmail),
  status: 201,
})

export const cancelStudentEmail = endpoint({
  method: 'POST',
  path: '/api/student-emails/:id/cancel',
  access: 'school',
  summary: 'Cancels an email that is still queued.',
  params: idParams,
  reply: one(studentEmail),
})

export const listMailbox = endpoint({
  method: 'GET',
  path: '/api/emails',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists all emails of all schools and accounts, newest first. One-time links are hidden.',
  query: z.strictObject({
    ...paging,
    /** Words of the address, the name or the subject; each must appear. */
    search: z.optional(searchText),
    /** `open`: failed, bounced, suppressed or uncertain. */
    state: z.optional(z.enum([...emailStates, 'open'])),
    via: z.optional(z.enum(emailVias)),
    kind: z.optional(z.enum(emailKinds)),
    school_id: z.optional(idText),
  }),
  reply: page(studentEmail),
})

export const composeEmail = endpoint({
  method: 'POST',
  path: '/api/student-emails',
  access: 'school',
  summary:
    'Queues an email to each selected student, from a template or with its own text. A dry run shows who gets it and how it looks. Runs as a job for more than 10,000 rows.',
  body: emailToCompose,
  literal: ['body'],
  isLarge: true,
  idempotent: true,
  reply: one(z.union([composed, z.object({ job_id: z.int() })])),
  status: 202,
})

export const listSendableTemplates = endpoint({
  method: 'GET',
  path: '/api/student-emails/templates',
  access: 'school',
  summary: 'Lists the templates that staff can send to students of a school.',
  query: z.strictObject({ school_id: idText }),
  reply: list(sendableTemplate),
})

export const listEmailBatches = endpoint({
  method: 'GET',
  path: '/api/email-batches',
  access: 'school',
  summary:
    'Lists the emails that staff of a school composed, by batch, newest first. Shipmate Admins also get those to senders of forms.',
  query: z.strictObject({ school_id: idText, ...paging }),
  reply: page(emailBatch),
})

export const getEmailBatch = endpoint({
  method: 'GET',
  path: '/api/email-batches/:id',
  access: 'school',
  summary: 'Returns how many emails of a batch were sent, are queued or failed.',
  params: idParams,
  reply: one(emailBatch),
})

export const stopEmailBatch = endpoint({
  method: 'POST',
  path: '/api/email-batches/:id/stop',
  access: 'school',
  summary: 'Cancels the emails of a batch that haven’t been sent.',
  params: idParams,
  reply: one(z.object({ canceled: z.int(), batch: emailBatch })),
})
