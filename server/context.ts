import type pg from 'pg'
import type { Actor } from '#contract/access.ts'
import type { Database } from './db/database.ts'
import type { AccessQueue } from './history/access-log.ts'
import type { Clock } from './lib/clock.ts'
import type { Keys } from './lib/crypt.ts'
import type { Files } from './lib/files.ts'
import type { Settings } from './lib/env.ts'
import type { Logger } from './lib/log.ts'
import type { Progress } from './jobs/progress.ts'
import type { Announcements } from './live/listen.ts'

/** Who asks. */
export interface Caller extends Actor {
  readonly name: string
  readonly email: string
  readonly session_id: number
  readonly password_confirmed_at: string | null
  readonly two_factor_enabled: boolean
  readonly is_demo: boolean
}

/** What every process of the product has at hand. */
export interface House {
  /** With the narrow rights of the application. */
  readonly db: Database
  /** The connections under `db`, for the one query that every request begins with. */
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly settings: Settings
  readonly log: Logger
  /** Where documents rest. */
  readonly files: Files
  /** Views and refusals on their way to the access log. */
  readonly accesses: AccessQueue
  /** Told after a commit that wrote history, with the change: its seals follow soon, and others are told. */
  readonly onHistory: (changeId: number) => void
  /** What changed anywhere, for those who look at it. */
  readonly announcements: Announcements
  /** Told after a commit that enqueued work. */
  readonly onJob: () => void
  /** Why the database can't be used now; null while it answers. */
  readonly databaseTrouble: () => string | null
}

/** The act in progress: made with the first history entry of a request or job. */
export interface Act {
  readonly id: number
  readonly undoable: boolean
}

/**
 * What a handler works with. In everything but a GET `db` is the request's one transaction;
 * `house.db` stands outside of it.
 */
export interface Context {
  readonly db: Database
  readonly house: House
  readonly clock: Clock
  readonly caller: Caller
  readonly requestId: string
  readonly address: string | null
  /** Filled by `recordHistory`; answered as X-Change-Id when the act can be undone. */
  act: Act | null
  /** Run once the transaction is committed. */
  readonly afterCommit: (() => void)[]
  /** Of a job whose author follows it: told by whatever writes many rows. */
  readonly progress?: Progress
}

/** What a handler of an open door works with: it acts for nobody, though somebody may be looking in. */
export type AnonymousContext = Omit<Context, 'caller'> & {
  readonly caller: null
  readonly visitor: Caller | null
}
