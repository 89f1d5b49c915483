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
