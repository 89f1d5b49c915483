import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../lib/log.ts'

/** Whether the database answers, asked over a connection used for nothing else. */
export interface Pulse {
  /** Why the database can't be used now; null while it answers. */
  trouble(): string | null
  /** Calls the listener each time the database stops answering. */
  onAway(listener: () => void): void
  stop(): Promise<void>
}

/** The database can't be reached or doesn't answer. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError'
  /** PostgreSQL's code of a failed connection. */
  readonly code = '08006'
}

/** Milliseconds between two questions. */
const interval = 400
/** Milliseconds that an answer may take: with the interval, a call fails in less than 3 s. */
const limit = 1500
/** Milliseconds after which a database that stopped answering is away, and every call on it has failed. */
export const noticedAfter = interval + limit
/** Milliseconds before the next attempt to reach a database that is away. */
const [firstPause, longestPause] = [100, 1000]

const silence = 'The database doesn’t answer.'
const absence = 'The database can’t be reached.'

class SilentError extends Error {}

/** Rejects when the work takes longer than the limit. */
const within = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      // an answer that arrived while this process was busy is read before the limit is judged
      () => setImmediate(() => setImmediate(() => reject(new SilentError(silence)))),
      limit,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Asks a database whether it is there. */
interface Probe {
  /** Rejects when there is no answer. One lost connection is no outage: then a new one is asked. */
  ask(mayReconnect: boolean): Promise<void>
  drop(): void
}

const createProbe = (url: string): Probe => {
  let client: pg.Client | null = null
  const drop = (): void => {
    const last = client
    client = null
    // a silent server never says goodbye: nobody waits for it
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
    await within(client.query('select 1'))
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

/** Watches a database until stopped. */
export const watchDatabase = (url: string, log: Logger): Pulse => {
  const listeners: (() => void)[] = []
  const stopping = new AbortController()
  const probe = createProbe(url)
  let trouble: string | null = null

  const noteAway = (error: unknown): void => {
    if (trouble !== null || stopping.signal.aborted) return
    trouble = error instanceof SilentError ? silence : absence
    log.error({ err: error }, trouble)
    for (const listener of listeners) listener()
  }
  const noteBack = (): void => {
    if (trouble !== null) log.warn('The database answers again.')
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
