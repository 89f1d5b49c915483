import * as z from 'zod/mini'
import { endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { emailAddress, id, idParams, idText } from '#contract/platform/fields.ts'
import { historyColumns, historyEntry } from '#contract/platform/history/shapes.ts'
import { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import { tableQuery } from '#contract/platform/table-query.ts'
import {
  checkedLink,
  emailPreview,
  emailText,
  globalTemplate,
  globalTemplateChange,
  linksToCheck,
  previewRequest,
  schoolTemplate,
  schoolTemplateChange,
} from './shapes.ts'

/** Texts of emails are taken literally and cleaned before they’re saved. */
const literal = ['html', 'text'] as const

export const listGlobalEmailTemplates = endpoint({
  method: 'GET',
  path: '/api/global-email-templates',
  access: 'admin',
  summary: 'Lists the global email templates, and the schools that override each one.',
  reply: list(globalTemplate),
})

export const getGlobalEmailTemplate = endpoint({
  method: 'GET',
  path: '/api/global-email-templates/:id',
  access: 'admin',
  summary: 'Returns a global email template.',
  params: idParams,
  reply: one(globalTemplate),
})

export const replaceGlobalEmailTemplate = endpoint({
  method: 'PUT',
  path: '/api/global-email-templates/:id',
  access: 'admin',
  summary: 'Replaces the text of a global email template. It applies to emails queued from now on.',
  params: idParams,
  literal,
  isLarge: true,
  body: globalTemplateChange,
  reply: one(globalTemplate),
})

export const listSchoolEmailTemplates = endpoint({
  method: 'GET',
  path: '/api/school-email-templates',
  access: 'admin',
  summary: 'Lists a school’s email templates: its own text or the global text of each kind.',
  query: z.strictObject({ school_id: idText }),
  reply: list(schoolTemplate),
})

export const getSchoolEmailTemplate = endpoint({
  method: 'GET',
  path: '/api/school-email-templates/:id',
  access: 'admin',
  summary: 'Returns a school’s email template.',
  params: idParams,
  reply: one(schoolTemplate),
})

export const replaceSchoolEmailTemplate = endpoint({
  method: 'PUT',
  path: '/api/school-email-templates/:id',
  access: 'admin',
  summary: 'Gives a school its own text for an email. It applies to emails queued from now on.',
  params: idParams,
  literal,
  isLarge: true,
  body: schoolTemplateChange,
  reply: one(schoolTemplate),
})

export const resetSchoolEmailTemplate = endpoint({
  method: 'DELETE',
  path: '/api/school-email-templates/:id',
  access: 'admin',
  summary: 'Removes a school’s own text, so that the global text applies again. The ID stays.',
  params: idParams,
  reply: one(schoolTemplate),
})

export const listEmailTemplateHistory = endpoint({
  method: 'GET',
  path: '/api/email-templates/:id/history',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists changes to a global or school email template, newest first.',
  params: idParams,
  query: z.strictObject(tableQuery(historyColumns)),
  reply: page(historyEntry),
})

export const previewEmail = endpoint({
  method: 'POST',
  path: '/api/email-templates/preview',
  access: 'admin',
  summary: 'Returns an email as it would be sent to a student or to an invented person. Nothing is sent.',
  literal,
  isLarge: true,
  body: previewRequest,
  reply: one(emailPreview),
})

export const checkEmailLinks = endpoint({
  method: 'POST',
  path: '/api/email-templates/check-links',
  access: 'admin',
  limit: 'outsideChecks',
  summary: 'Requests links of an email and says which ones don’t work. Takes up to 20 seconds.',
  body: linksToCheck,
  reply: list(checkedLink),
})

export const sendTestStudentEmail = endpoint({
  method: 'POST',
  path: '/api/send-test-student-email',
  access: 'admin',
  limit: 'singleEmails',
  summary: 'Sends a test of a saved template, or of a text, to an address.',
  literal: ['html', 'text', 'body'],
  isLarge: true,
  idempotent: true,
  body: z.strictObject({
    /** A saved template; otherwise `subject` and `body` are needed. */
    template_id: z.optional(id),
    subject: z.optional(emailText.shape.subject),
    /** Rich text. */
    body: z.optional(emailText.shape.html),
    /** The language of a template’s text; English if it’s missing, or if the template has no text in it. */
    language: z.optional(z.enum(languages)),
    /** The student-period whose values are used; otherwise those of an invented person. */
    student_period_id: z.optional(z.nullable(id)),
    to: emailAddress,
  }),
  reply: one(z.object({ email_id: z.int() })),
  status: 202,
})
