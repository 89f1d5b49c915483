import * as z from 'zod/mini'
import { emailAddress, id, person, text } from '#contract/platform/fields.ts'
import { programSigns } from '#contract/setup/site/program-signs.ts'
import { itemKey } from '#contract/platform/document.ts'
import { paging, positive } from '#contract/platform/table-query.ts'

/** A message from the contact form. */
export const newStudentMessage = z.strictObject({
  /** The key of one of the published topics. */
  topic: z.optional(z.nullable(itemKey)),
  name: z.optional(z.nullable(text(200))),
  /** Where the answer goes. */
  email: emailAddress,
  message: text(5000),
  ...programSigns,
  /** Seconds since the page was opened. A message that took less than 3 isn’t sent, and gets the same reply. */
  elapsed_seconds: z.number().check(z.nonnegative()),
})
export type NewStudentMessage = z.output<typeof newStudentMessage>

/** What a student is told, and can say on the phone. */
export const messageReceipt = z.object({ reference: z.string() })

/** A student’s message, as staff read it. */
export const studentMessage = z.object({
  id: z.int(),
  period_id: z.int(),
  reference: z.string(),
  /** The topic as it was called then; null without one. */
  topic: z.nullable(z.string()),
  /** As typed. */
  name: z.nullable(z.string()),
  /** As typed. It isn’t always an address on the roster. */
  email: z.string(),
  message: z.string(),
  created_at: z.string(),
  /** Null until it’s matched with a student on the roster. */
  student: z.nullable(
    z.object({ id: z.int(), student_period_id: z.int(), name: z.string(), sid: z.string() }),
  ),
  done_at: z.nullable(z.string()),
  done_by: z.nullable(person),
  version: z.int(),
})
export type StudentMessage = z.output<typeof studentMessage>

/** Which messages of a policy year to list: those to answer, those of them without a student, and answered ones. */
export const messageQueues = ['open', 'unmatched', 'done'] as const
export type MessageQueue = (typeof messageQueues)[number]
export const messageQueueLabels: Record<MessageQueue, string> = {
  open: 'Open',
  unmatched: 'Without a student',
  done: 'Done',
}

/** The page size of messages. It’s smaller than for other lists, because messages can be long. */
export const messagePaging = { page: paging.page, per_page: positive(50, 20) } as const

/** The student who sent a message. */
export const messageMatch = z.strictObject({ student_period_id: id, version: z.int() })

/** Whether nothing is left to do about a message. */
export const messageState = z.strictObject({ is_done: z.boolean(), version: z.int() })
