import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { askWithin } from '#server/platform/db/query-within.ts'
import type { Logger } from '#server/platform/lib/log.ts'

/** An advisory lock that shows other processes that a worker pool is alive. */
export interface PoolLock {
  /** Resolves when the lock is acquired or no longer needed. */
  held(): Promise<void>
  stop(): void
}

/** Returns the key of a pool’s lock in SQL; `poolId` is an SQL expression. */
const lockOf = (poolId: string): string => `hashtextextended('shipmate_worker_' || ${poolId}::text, 0)`

/** Returns whether some process holds the lock of a pool, as a condition in SQL; `poolId` is an SQL expression. */
export const isHeld = (poolId: string): string => `exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = ${lockOf(poolId)})`

/** Milliseconds before the lock is tried again; each pause is twice as long as the one before. */
const [firstPause, longestPause] = [50, 2000]

/** Acquires the lock of a pool, and again on a new connection whenever the connection is lost. */
export const holdPoolLock = (queue: pg.Pool, poolId: string, log: Logger): PoolLock => {
  let holder: pg.PoolClient | null = null
  const stopping = new AbortController()
  let taking = Promise.resolve()

  const take = async (): Promise<void> => {
    for (
      let pause = firstPause;
      !stopping.signal.aborted && !holder;
      pause = Math.min(pause * 2, longestPause)
    ) {
      try {
        holder = await lock()
      } catch (error) {
        log.warn({ err: error }, 'The worker couldn’t send its heartbeat. Retrying.')
        await sleep(pause)
      }
    }
    if (stopping.signal.aborted) drop()
  }
  const lock = async (): Promise<pg.PoolClient> => {
    const client = await queue.connect()
    const lose = (): void => {
      if (holder !== client) return
      drop()
      taking = take()
    }
    client.once('error', lose)
    client.once('end', lose)
    try {
      await askWithin(client, `select pg_advisory_lock(${lockOf('$1')})`, [poolId])
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const drop = (): void => {
    const last = holder
    holder = null
    last?.release(true)
  }

  taking = take()
  return {
    held: () => taking,
    stop: () => {
      stopping.abort()
      drop()
    },
  }
}
