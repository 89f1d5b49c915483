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

/** The user who makes a call. */
export interface Caller extends Actor {
  readonly name: string
  readonly email: string
  readonly session_id: number
  readonly password_confirmed_at: string | null
  readonly two_factor_enabled: boolean
  readonly is_demo: boolean
  /** The emergency access that this session is part of, and when it ends; null for other sessions. */
  readonly emergency_id: number | null
  readonly emergency_ends_at: string | null
}

/** The services that every Shipmate process shares. */
export interface Services {
  /** Connected with the application’s limited permissions. */
  readonly db: Database
  /** The pool of `db`, for the one query that every request starts with. */
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly settings: Settings
  readonly log: Logger
  /** Stores the content of documents. */
  readonly files: Files
  /** Queues views and refusals for the access log. */
  readonly accesses: AccessQueue
  /** Called with the change after a commit that wrote history, to seal its entries and announce them. */
  readonly onHistory: (changeId: number) => void
  /** Announces changes from any process. */
  readonly announcements: Announcements
  /** Called after a commit that enqueued jobs. */
  readonly onJob: () => void
  /** The reason the database can’t be used now; null while it responds. */
  readonly databaseTrouble: () => string | null
}

/** The current change; created with the first history entry of a request or job. */
interface RecordedChange {
  readonly id: number
  readonly undoable: boolean
}

/**
 * The context of a handler. For every call except GET, `db` is the request’s transaction; `services.db` is
 * outside it.
 */
export interface Context {
  readonly db: Database
  readonly services: Services
  readonly clock: Clock
  readonly caller: Caller
  readonly requestId: string
  readonly address: string | null
  /** Set by `recordHistory`; returned as X-Change-Id if the change can be undone. */
  change: RecordedChange | null
  /** Functions to run after the commit. */
  readonly afterCommit: (() => void)[]
  /** Reports progress. Set only in background jobs that a user is watching. */
  readonly progress?: Progress
}

/**
 * The context of an endpoint that anyone can call. There is no caller; `visitor` is the signed-in user, if any.
 */
export type AnonymousContext = Omit<Context, 'caller'> & {
  readonly caller: null
  readonly visitor: Caller | null
}
