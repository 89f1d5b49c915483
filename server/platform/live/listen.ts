import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import * as z from 'zod/mini'
import {
  formsChanged,
  formsChangedEvent,
  recordChanged,
  recordChangedEvent,
  rowsChanged,
  rowsChangedEvent,
} from '#contract/platform/live/shapes.ts'
import { askWithin } from '#server/platform/db/query-within.ts'
import type { Logger } from '#server/platform/lib/log.ts'
import { channel } from './announce.ts'

/** An announcement with its school. The caller checks that the reader has access to the school. */
const announced = z.discriminatedUnion('event', [
  z.object({ event: z.literal(rowsChangedEvent), school_id: z.int(), what: rowsChanged }),
  z.object({
    event: z.literal(recordChangedEvent),
    // null for records of no school
    school_id: z.nullable(z.int()),
    what: recordChanged,
  }),
  z.object({ event: z.literal(formsChangedEvent), school_id: z.int(), what: formsChanged }),
])
export type Announcement = z.output<typeof announced>

/** The announcements of this database, for listeners in this process. */
export interface Announcements {
  /** Returns a function that stops listening. */
  readonly subscribe: (listener: (what: Announcement) => void) => () => void
  readonly stop: () => Promise<void>
}

/** Milliseconds between reconnection attempts. */
const retryAfter = 2000

/** Milliseconds between heartbeats, and until one counts as lost: a silent connection is replaced within their sum. */
export const heartbeat = { every: 20_000, limit: 10_000 } as const

/**
 * Listens on its own connection and replaces a lost one, also one that a firewall has forgotten: it never fails, and nothing
 * arrives. Nothing waits for it, because lists also poll.
 */
export const listenForChanges = (
  pool: pg.Pool,
  log: Logger,
  { every, limit }: { readonly every: number; readonly limit: number } = heartbeat,
): Announcements => {
  const listeners = new Set<(what: Announcement) => void>()
  let client: pg.PoolClient | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const connect = async (): Promise<void> => {
    try {
      const fresh = await pool.connect()
      if (isStopped) return fresh.release()
      client = fresh
      fresh.on('notification', ({ payload }) => tell(listeners, payload))
      fresh.on('error', () => lose(fresh))
      fresh.on('end', () => lose(fresh))
      // a connection that's lost here fails twice, as itself and as this statement, and is replaced once
      askWithin(fresh, `listen ${channel}`, [], limit)
        .then(() => keepBeating(fresh, { every, limit, isHeld: () => client === fresh }))
        .catch(() => lose(fresh))
    } catch (error) {
      log.warn({ err: error }, 'Couldn’t connect for live updates. Retrying.')
      again()
    }
  }
  const again = (): void => {
    if (!isStopped) timer = setTimeout(() => void connect(), retryAfter)
  }
  const lose = (lost: pg.PoolClient): void => {
    if (client !== lost) return
    client = null
    log.warn('The connection for live updates ended or doesn’t respond. Replacing it.')
    lost.release(true)
    again()
  }
  void connect()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      const last = client
      client = null
      last?.release(true)
    },
  }
}

const tell = (listeners: ReadonlySet<(what: Announcement) => void>, payload: string | undefined): void => {
  const what = announced.safeParse(JSON.parse(payload ?? 'null'))
  if (what.success) for (const listener of listeners) listener(what.data)
}

interface Beating {
  readonly every: number
  readonly limit: number
  /** Whether the connection is still the one that listens. */
  readonly isHeld: () => boolean
}

/** Asks a connection for a response now and then, as long as it’s held. Rejects when there is none. */
const keepBeating = async (client: pg.PoolClient, { every, limit, isHeld }: Beating): Promise<void> => {
  for (;;) {
    await sleep(every, undefined, { ref: false })
    if (!isHeld()) return
    try {
      await askWithin(client, 'select 1', [], limit)
    } catch (error) {
      if (isHeld()) throw error
    }
  }
}
