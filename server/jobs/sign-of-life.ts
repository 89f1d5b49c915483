import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from '../lib/log.ts'

/** An advisory lock that shows every process that a pool of workers is alive, for as long as it lives. */
export interface SignOfLife {
  /** Resolves when the lock is held, or when it is no longer wanted. */
  held(): Promise<void>
  stop(): void
}

/** The key of a pool's lock, in SQL; `poolId` is an SQL expression. */
export const lockOf = (poolId: string): string => `hashtextextended('shipmate_worker_' || ${poolId}::text, 0)`

/** Milliseconds before the lock is tried again; each next pause is twice as long. */
const [firstPause, longestPause] = [50, 2000]

/** Takes the lock of a pool, and takes it again on a new connection whenever its connection is lost. */
export const giveSignOfLife = (queue: pg.Pool, poolId: string, log: Logger): SignOfLife => {
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
        log.warn({ err: error }, 'The worker can’t give a sign of life; it tries again.')
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
      await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [poolId])
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
