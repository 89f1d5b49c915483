import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '#server/platform/lib/log.ts'
import { within } from '#server/platform/lib/within.ts'

/** A monitor that checks over its own connection whether the database responds. */
export interface DatabaseHealth {
  /** The reason the database can’t be used now; null while it responds. */
  trouble(): string | null
  /** Calls the listener each time the database stops responding. */
  onAway(listener: () => void): void
  stop(): Promise<void>
}

/** Thrown when the database can’t be reached or doesn’t respond. */
export class DatabaseOfflineError extends Error {
  override readonly name = 'DatabaseOfflineError'
  /** PostgreSQL’s code for a failed connection. */
  readonly code = '08006'
}

/** Milliseconds between two checks. */
const interval = 400
/** Milliseconds allowed for a response. With the interval, a call fails in less than 3 s. */
const limit = 1500
/** Milliseconds after which an unresponsive database counts as offline and all its calls have failed. */
export const offlineAfter = interval + limit
/** Milliseconds before the next attempt to reach an offline database. */
const [firstPause, longestPause] = [100, 1000]

const silence = 'The database isn’t responding.'
const outage = 'Can’t reach the database.'

class SilentError extends Error {}

/** A connection for checking a database. */
interface Probe {
  /** Rejects when there’s no response. After a single lost connection, it tries a new one first. */
  ask(mayReconnect: boolean): Promise<void>
  drop(): void
}

const createProbe = (url: string): Probe => {
  let client: pg.Client | null = null
  const drop = (): void => {
    const last = client
    client = null
    // an unresponsive server never closes the connection, so don't wait for it
    void last?.end().catch(() => undefined)
  }
  const askOnce = async (): Promise<void> => {
    if (!client) {
      client = new pg.Client({
        connectionString: url,
        application_name: 'shipmate pulse',
        connectionTimeoutMillis: limit,
      })
      client.on('error', () => undefined)
      await client.connect()
    }
    await within(client.query('select 1'), limit, () => new SilentError(silence))
  }
  const ask = async (mayReconnect: boolean): Promise<void> => {
    try {
      await askOnce()
    } catch (error) {
      drop()
      if (!mayReconnect || error instanceof SilentError) throw error
      await ask(false)
    }
  }
  return { ask, drop }
}

/** Monitors a database until stopped. */
export const watchDatabase = (url: string, log: Logger): DatabaseHealth => {
  const listeners: (() => void)[] = []
  const stopping = new AbortController()
  const probe = createProbe(url)
  let trouble: string | null = null

  const noteAway = (error: unknown): void => {
    if (trouble !== null || stopping.signal.aborted) return
    trouble = error instanceof SilentError ? silence : outage
    log.error({ err: error }, trouble)
    for (const listener of listeners) listener()
  }
  const noteBack = (): void => {
    if (trouble !== null) log.warn('The database is responding again.')
    trouble = null
  }
  const watch = async (): Promise<void> => {
    for (let pause = firstPause; !stopping.signal.aborted;) {
      await probe.ask(trouble === null).then(noteBack, noteAway)
      pause = trouble === null ? firstPause : Math.min(pause * 2, longestPause)
      const rest = trouble === null ? interval : pause
      await sleep(rest, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    probe.drop()
  }
  const watching = watch()
  return {
    trouble: () => trouble,
    onAway: (listener) => void listeners.push(listener),
    stop: () => {
      stopping.abort()
      return watching
    },
  }
}
