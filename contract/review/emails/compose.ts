import * as z from 'zod/mini'
import { emailText } from '#contract/mail/email-templates/shapes.ts'
import { id, instant, person } from '#contract/platform/fields.ts'
import { bulk, eitherIdsOrSelection } from '#contract/platform/record/bulk.ts'
import { emailStates } from './shapes.ts'

/** The most previews in an answer. */
export const previewsAtOnce = 5

/** Days that an email can be scheduled ahead. */
export const mostDaysAhead = 366

interface Content {
  readonly template_id?: unknown
  readonly subject?: unknown
  readonly body?: unknown
}

/** Reports what’s missing: a template, or a subject and a text. */
const templateOrText = z.superRefine<Content>(({ template_id: template, subject, body }, { addIssue }) => {
  const add = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
  if (template !== undefined) {
    if (subject !== undefined || body !== undefined)
      add('template_id', 'Choose a template or write a text, not both.')
    return
  }
  if (subject === undefined) add('subject', 'Enter a subject.')
  if (body === undefined) add('body', 'Enter the text of the email.')
})

/** An email to the students of a selection: a template of their school, or its own subject and text. */
export const emailToCompose = z
  .strictObject({
    ...bulk,
    /** The counts from the preview. If they no longer match, the call returns 409 with the new ones. */
    expected: z.optional(
      z.strictObject({ matched: z.int(), changed: z.int(), empty_total: z.optional(z.int()) }),
    ),
    template_id: z.optional(id),
    /** With merge fields, as the text. */
    subject: z.optional(emailText.shape.subject),
    /** Rich text with merge fields, such as `{{student.first_name}}`. */
    body: z.optional(emailText.shape.html),
    /** When it’s sent; at once without one. */
    send_at: z.optional(z.nullable(instant)),
    /** Whether students for whom a merge field has no value and no fallback are left out. Otherwise it’s empty. */
    leave_out_empty: z.optional(z.boolean()),
    /** With `dry_run`: the position of the first preview among the students who’d get the email. */
    preview_from: z.optional(z.int().check(z.minimum(0))),
  })
  .check(eitherIdsOrSelection, templateOrText)
export type EmailToCompose = z.output<typeof emailToCompose>

const student = z.object({ id: z.int(), student_id: z.int(), name: z.string() })

/** Students about whom there is a warning: all counted, the first 1,000 named. */
const warned = z.object({ total: z.int(), students: z.array(student) })
export type Warned = z.output<typeof warned>

/** An email as one student would get it. */
const composedPreview = z.object({
  ...student.shape,
  sid: z.string(),
  to: z.string(),
  subject: z.string(),
  /** The whole HTML document. */
  html: z.string(),
  /** The labels of the merge fields that are empty in it. */
  empty_fields: z.array(z.string()),
})
export type ComposedPreview = z.output<typeof composedPreview>

/** What a composed email does, or would do. `matched` counts the students, `changed` those who get it. */
export const composed = z.object({
  matched: z.int(),
  changed: z.int(),
  no_address: warned,
  /** Their addresses bounced or were blocked. */
  suppressed: warned,
  /** By merge field that has neither a value nor a fallback. */
  empty_fields: z.array(z.object({ field: z.string(), label: z.string(), ...warned.shape })),
  /** Students with any empty merge field, whether or not they’re left out. */
  empty_total: z.int(),
  /** Only of a dry run. */
  previews: z.array(composedPreview),
  /** The batch to follow and stop (`GET /api/email-batches/:id`); null for a dry run. */
  batch_id: z.nullable(z.int()),
})
export type Composed = z.output<typeof composed>

/** A template that the staff of a school can send. */
export const sendableTemplate = z.object({
  id: z.int(),
  name: z.string(),
  when: z.string(),
  subject: z.string(),
})
export type SendableTemplate = z.output<typeof sendableTemplate>

/** The emails that were composed together, and what became of them. */
export const emailBatch = z.object({
  id: z.int(),
  /** Of the first one: subjects can differ by student. */
  subject: z.string(),
  kind: z.string(),
  sender: z.nullable(person),
  queued_at: z.string(),
  /** When they’re sent, unless an attempt failed. */
  send_at: z.string(),
  total: z.int(),
  by_state: z.partialRecord(z.enum(emailStates), z.int()),
  /** The email, if it’s one to the sender of a form that belonged to no student; otherwise null. */
  to_sender: z.nullable(
    z.object({ email_id: z.int(), to: z.string(), form_submission_id: z.int(), period_id: z.int() }),
  ),
  /** Of the sent ones: those that stayed inside Shipmate, because no mail server was set up. */
  kept_inside: z.int(),
})
export type EmailBatch = z.output<typeof emailBatch>
