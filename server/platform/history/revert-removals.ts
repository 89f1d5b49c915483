import { batches } from '#server/platform/lib/batches.ts'
import type { HistoryContext } from './record.ts'
import type { RevertibleRecord } from './plan-undo.ts'

/** Rows per statement; progress is reported in these steps. */
const batchSize = 5000

/** Some records of one kind: when they’re removed, or null to restore them, and the time of the undo. */
interface RemovalBatch {
  readonly ids: readonly number[]
  readonly deleted_at: string | null
  readonly now: string
}

/** Removes the records that a change created and restores those it removed. `write` writes a batch of rows. */
export const revertRemovals = async (
  context: Pick<HistoryContext, 'clock' | 'progress'>,
  reverted: readonly RevertibleRecord[],
  write: (batch: RemovalBatch) => Promise<unknown>,
): Promise<void> => {
  const now = context.clock.now().toISOString()
  for (const how of ['created', 'removed'] as const) {
    const ids = reverted.filter((one) => one.how === how).map(({ id }) => id)
    for (const batch of batches(ids, batchSize)) {
      await write({ ids: batch, deleted_at: how === 'created' ? now : null, now })
      context.progress?.add(batch.length)
    }
  }
}
