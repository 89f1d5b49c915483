import * as z from 'zod/mini'

/**
 * Rows of a student list that have just changed, as `/api/events` tells it: facts to read again by, never the values.
 * `ids` are student-periods; null where they are too many to name. `by` is the user who did it, null for the system.
 */
export const rowsChanged = z.object({
  period_id: z.int(),
  ids: z.nullable(z.array(z.int())),
  by: z.nullable(z.int()),
})
export type RowsChanged = z.output<typeof rowsChanged>

/** The name of the event on the wire. */
export const rowsChangedEvent = 'rows_changed'

/** The set-up of a policy year has just changed: its documents, its pages or what it is. `by` as above. */
export const setUpChanged = z.object({ period_id: z.int(), by: z.nullable(z.int()) })
export type SetUpChanged = z.output<typeof setUpChanged>

/** The name of the event on the wire. */
export const setUpChangedEvent = 'set_up_changed'

/** What may come over the stream, by its event. */
export const liveEvents = { [rowsChangedEvent]: rowsChanged, [setUpChangedEvent]: setUpChanged } as const
export type LiveEvent = keyof typeof liveEvents
