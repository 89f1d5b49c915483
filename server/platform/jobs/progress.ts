import type { Progress } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Clock } from '#server/platform/lib/clock.ts'
import type { Logger } from '#server/platform/lib/log.ts'

/** Milliseconds between two saved updates. */
const pause = 500

/** Saves how far work has come, for people who follow it. */
interface ProgressWriter<T> {
  /** Saves it soon, unless another was saved just before. Never fails: progress only informs. */
  tell(progress: T): void
  /** Waits until the last one is saved. Then the work can write the same row. */
  settled(): Promise<void>
}

/**
 * Creates the writer of some work’s progress.
 * @param of the ID of the work, for the log
 * @param save saves it over another connection than the work’s, whose transaction isn’t visible yet
 */
export const createProgressWriter = <T>(
  log: Logger,
  of: Readonly<Record<string, number>>,
  save: (progress: T) => Promise<unknown>,
): ProgressWriter<T> => {
  let toldAt = -Infinity
  let telling: Promise<void> | null = null
  const tell = async (progress: T): Promise<void> => {
    try {
      await save(progress)
    } catch (error) {
      log.warn({ err: error, ...of }, 'Couldn’t save the progress of work, which goes on.')
    }
    telling = null
  }
  return {
    tell: (progress) => {
      const now = performance.now()
      if (telling !== null || now - toldAt < pause) return
      toldAt = now
      telling = tell(progress)
    },
    settled: async () => {
      await telling
    },
  }
}

/** Saves the progress of a job with `total` records. `settled` waits until the last update is saved. */
export const createProgress = (
  { db, clock, log }: { readonly db: Database; readonly clock: Clock; readonly log: Logger },
  jobId: number,
  planned: number,
): Progress & { settled(): Promise<void> } => {
  let total = planned
  let expected = 2 * total
  let written = 0
  const writer = createProgressWriter(log, { job_id: jobId }, (share: number) =>
    db
      .updateTable('jobs')
      .set({
        // the job's transaction saves the last update
        done: Math.max(0, Math.min(total - 1, Math.floor(total * share))),
        total,
        updated_at: clock.now().toISOString(),
      })
      .where('id', '=', jobId)
      .where('state', '=', 'running')
      .execute(),
  )
  const tell = (): void => writer.tell(expected > 0 ? written / expected : 0)
  return {
    count: (records) => {
      total = records
      expected = records
      tell()
    },
    expect: (rows) => {
      expected = rows
    },
    add: (rows) => {
      written += rows
      tell()
    },
    total: () => total,
    settled: writer.settled,
  }
}
