import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'

/** How far long work is, as whatever writes rows tells it. */
export interface Progress {
  /** So many rows will be written, entries of the history among them: twice the records of the job unless said. */
  expect(rows: number): void
  /** So many more are written. */
  add(rows: number): void
}

/** At most so often, in milliseconds, it is written down. */
const pause = 500

/**
 * Tells how far a job of `total` records is, over another connection: the transaction of the job is not to be seen
 * before it is whole. `settled` waits until what was told stands.
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
          // the last one is the transaction's to count
          done: Math.max(0, Math.min(total - 1, Math.floor(total * share))),
          updated_at: clock.now().toISOString(),
        })
        .where('id', '=', jobId)
        .where('state', '=', 'running')
        .execute()
    } catch (error) {
      log.warn({ err: error, job: jobId }, 'The progress of a job could not be told.')
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
