import type { BursarBatch } from '#contract/outputs/bursar/shapes.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { BatchRow } from './queries/batches.ts'

/** Returns who took a step and when; null before it. */
const stepOf = (id: number | null, name: string | null, at: string | null) =>
  at === null ? null : { by: id === null ? null : { id, name: name ?? '' }, at }

/** Returns a batch with who made, released, confirmed and voided it, and when. */
export const presentBatch = (row: BatchRow): BursarBatch => {
  const voided = stepOf(row.voided_by_id, row.voided_by_name, row.voided_at)
  return {
    ...pick(row, ['id', 'period_id', 'number', 'state', 'lines', 'students', 'total']),
    made: {
      by: row.made_by_id === null ? null : { id: row.made_by_id, name: row.made_by_name ?? '' },
      at: row.made_at,
    },
    released: stepOf(row.released_by_id, row.released_by_name, row.released_at),
    confirmed: stepOf(row.confirmed_by_id, row.confirmed_by_name, row.confirmed_at),
    voided: voided && { ...voided, reason: row.void_reason ?? '' },
  }
}
