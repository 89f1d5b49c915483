import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { queryWithin } from '#server/platform/db/query-within.ts'
import type { Logger } from '#server/platform/lib/log.ts'

/** A job that a worker pool has taken. */
interface TakenJob {
  readonly id: string
  readonly pool: string
}

/** Milliseconds before the end is saved again; each pause is twice as long as the one before. */
const [firstPause, longestPause] = [250, 5000]

const completed = `delete from graphile_worker._private_jobs where id = $1`
/** As the library does: the pauses grow, and a job that another pool has taken since isn’t touched. */
const failed = `
  update graphile_worker._private_jobs
  set last_error = $3, run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second',
    locked_by = null, locked_at = null
  where id = $1 and locked_by = $2`

/**
 * Saves that a job succeeded, or failed with an error, and waits for a database that is away: the queue’s library tries
 * once, and its ends are lost. Returns early when the signal says that no one waits any longer.
 */
export const saveEnd = async (
  queue: pg.Pool,
  { id, pool }: TakenJob,
  error: Error | null,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> => {
  for (let pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, longestPause)) {
    try {
      await (error
        ? queryWithin(queue, failed, [id, pool, error.message])
        : queryWithin(queue, completed, [id]))
      return
    } catch (reason) {
      log.warn({ err: reason, job: id }, 'Couldn’t save the end of a job. Retrying.')
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }
}
