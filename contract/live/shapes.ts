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

/** The event for a changed setup of a policy year: its documents, its pages or its details. `by` as above. */
export const setUpChanged = z.object({ period_id: z.int(), by: z.nullable(z.int()) })
export type SetUpChanged = z.output<typeof setUpChanged>

/** The event’s name on the wire. */
export const setUpChangedEvent = 'set_up_changed'

/** The event for form submissions of a policy year that arrived or changed: IDs to reload. `by` as above. */
export const formsChanged = z.object({ period_id: z.int(), ids: z.array(z.int()), by: z.nullable(z.int()) })
export type FormsChanged = z.output<typeof formsChanged>

/** The event’s name on the wire. */
export const formsChangedEvent = 'forms_changed'

/** The events of the stream by name. */
export const liveEvents = {
  [rowsChangedEvent]: rowsChanged,
  [setUpChangedEvent]: setUpChanged,
  [formsChangedEvent]: formsChanged,
} as const
export type LiveEvent = keyof typeof liveEvents
