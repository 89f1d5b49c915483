import type { Progress } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Clock } from '#server/platform/lib/clock.ts'
import type { Logger } from '#server/platform/lib/log.ts'

/** Milliseconds between two saved updates. */
const pause = 500

/**
 * Saves the progress of a job with `total` records over a separate connection, because the job’s own
 * transaction isn’t visible yet. `settled` waits until the last update is saved.
 */
export const createProgress = (
  { db, clock, log }: { readonly db: Database; readonly clock: Clock; readonly log: Logger },
  jobId: number,
  total: number,
): Progress & { settled(): Promise<void> } => {
  let expected = 2 * total
  let written = 0
  let toldAt = -Infinity
  let telling: Promise<void> | null = null
  const tell = async (): Promise<void> => {
    const share = expected > 0 ? written / expected : 0
    try {
      await db
        .updateTable('jobs')
        .set({
          // the job's transaction saves the last update
          done: Math.max(0, Math.min(total - 1, Math.floor(total * share))),
          updated_at: clock.now().toISOString(),
        })
        .where('id', '=', jobId)
        .where('state', '=', 'running')
        .execute()
    } catch (error) {
      log.warn({ err: error, job: jobId }, 'Couldn’t save the job’s progress.')
    }
    telling = null
  }
  return {
    expect: (rows) => {
      expected = rows
    },
    add: (rows) => {
      written += rows
      const now = performance.now()
      if (telling !== null || now - toldAt < pause) return
      toldAt = now
      telling = tell()
    },
    settled: async () => {
      await telling
    },
  }
}
