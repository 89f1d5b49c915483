import * as z from 'zod/mini'

/**
 * The event for changed rows of a student list in `/api/events`. It has IDs to reload, never values. `ids` are
 * student-periods, or null if there are too many. `by` is the user who made the change, null for the system.
 */
export const rowsChanged = z.object({
  period_id: z.int(),
  ids: z.nullable(z.array(z.int())),
  by: z.nullable(z.int()),
})
export type RowsChanged = z.output<typeof rowsChanged>

/** The event’s name on the wire. */
export const rowsChangedEvent = 'rows_changed'

/** The records that one user edits on a page. `period` is the whole setup: its documents, pages and details. */
export const liveRecords = ['period', 'school', 'insurance_company', 'email_template'] as const
export type LiveRecord = (typeof liveRecords)[number]

/** The event for a changed record: its ID, to be reloaded. `by` as above. */
export const recordChanged = z.object({
  record: z.enum(liveRecords),
  id: z.int(),
  by: z.nullable(z.int()),
})
export type RecordChanged = z.output<typeof recordChanged>

/** The event’s name on the wire. */
export const recordChangedEvent = 'record_changed'

/** The event for form submissions of a policy year that arrived or changed: IDs to reload. `by` as above. */
export const formsChanged = z.object({ period_id: z.int(), ids: z.array(z.int()), by: z.nullable(z.int()) })
export type FormsChanged = z.output<typeof formsChanged>

/** The event’s name on the wire. */
export const formsChangedEvent = 'forms_changed'

/** The events of the stream by name. */
export const liveEvents = {
  [rowsChangedEvent]: rowsChanged,
  [recordChangedEvent]: recordChanged,
  [formsChangedEvent]: formsChanged,
} as const
export type LiveEvent = keyof typeof liveEvents
