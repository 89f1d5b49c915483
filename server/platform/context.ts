import type pg from 'pg'
import type { Actor } from '#contract/platform/access.ts'
import type { TokenAccess } from '#contract/accounts/api-tokens/choices.ts'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import type { Device, VisitKind } from '#contract/setup/site-visits/choices.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Intake } from '#server/platform/db/prepared.ts'
import type { Replica } from '#server/platform/db/replica.ts'
import type { Clock } from '#server/platform/lib/clock.ts'
import type { Keys } from '#server/platform/lib/crypt.ts'
import type { Files } from '#server/platform/lib/files.ts'
import type { Settings } from '#server/platform/lib/env.ts'
import type { Logger } from '#server/platform/lib/log.ts'
import type { Traffic } from '#server/platform/lib/traffic.ts'
import type { Announcements } from '#server/platform/live/listen.ts'

/** The user who makes a call. */
export interface Caller extends Actor {
  readonly name: string
  readonly email: string
  readonly session_id: number
  readonly password_confirmed_at: string | null
  /** Whether a second factor is set up: an authenticator app or a passkey. */
  readonly two_factor_enabled: boolean
  /** Whether one of their schools requires two-factor authentication of its school admins. */
  readonly school_requires_factor: boolean
  /** Whether they signed in at their school, which asked for a second factor. */
  readonly provider_factor: boolean
  readonly is_demo: boolean
  /** What the school’s own system may do that calls with an API token; missing for people. */
  readonly token_access?: TokenAccess
  /** The emergency access that this session is part of, and when it ends; null for other sessions. */
  readonly emergency_id: number | null
  readonly emergency_ends_at: string | null
}

/** One access or refusal. The access log is separate from history and visible only to admins. */
export interface Access {
  readonly action:
    'view' | 'download' | 'export' | 'reveal' | 'login' | 'login_failed' | 'logout' | 'refused' | 'emergency'
  readonly outcome?: 'allowed' | 'refused'
  readonly subject_type?: string
  readonly subject_id?: number
  readonly school_id?: number
  readonly student_id?: number
  readonly detail?: string
}

/** The services the access log uses. */
export interface AccessWriter {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
}

/** Who made an access, in which request and from where. */
export interface AccessSource {
  readonly caller: { readonly id: number; readonly emergency_id?: number | null } | null
  readonly requestId: string
  readonly address: string | null
}

/**
 * The queue of accesses that are logged within 1 second after their response: views and refusals. Of refusals of the same
 * user, address and kind, the first of a minute is logged, and its repeats at the end of the minute as one row with their count.
 */
export interface AccessQueue {
  add(services: AccessWriter, who: AccessSource, access: Access): void
  /** Logs a refusal before its response, or counts it if it repeats one of this minute. */
  refuse(services: AccessWriter, who: AccessSource, access: Access): Promise<void>
  /** Saves pending accesses, and with `isEnd` the counts of this minute too; runs every second and at shutdown. */
  flush(isEnd?: boolean): Promise<void>
}

/** One visit of a student site, without anything about the visitor. */
export interface SiteVisit {
  readonly schoolId: number
  readonly periodId: number
  /** The day at the school. */
  readonly day: string
  readonly what: VisitKind
  /** The key of the page, the form, or the form and the key of its step: 'waive/sign'. */
  readonly name: string
  readonly language: SiteLanguage
  readonly device: Device
}

/** The counts of visits that this process hasn’t saved yet. */
export interface VisitCounter {
  add(visit: SiteVisit): void
  /** Adds them to the counts of their days; runs every few seconds and at shutdown. */
  flush(services: Pick<Services, 'db' | 'log'>): Promise<void>
}

/** Workers that share a kind of job: those that mostly wait for other systems, those of the clock, and the others. */
export type WorkerGroup = 'inside' | 'outbound' | 'scheduled'

/** What the workers of a group look like from outside. */
interface GroupHealth {
  /** Whether every worker of the group runs a job or has just asked for one. */
  readonly isWorking: boolean
  /** The age in seconds of the oldest job that is due and that no worker has taken, of all processes. */
  readonly oldestWaiting: number
}

/** The health of this process’s workers, for readiness and metrics. */
export interface WorkerHealth {
  /** The reason no jobs run now; null while the workers work. */
  trouble(): string | null
  groups(): ReadonlyMap<WorkerGroup, GroupHealth>
  noteWorking(group: WorkerGroup, isWorking: boolean): void
  /** Notes the age in seconds of a group’s oldest waiting job. */
  noteOldest(group: WorkerGroup, seconds: number): void
}

/** The progress of a job, reported by code that writes many rows. */
export interface Progress {
  /** Sets the number of records, links or rows, if it’s known only now; each is written once. */
  count(total: number): void
  /** Sets the number of rows to write, including history entries. Defaults to twice the job’s records. */
  expect(rows: number): void
  /** Returns the number of the job’s records. */
  total(): number
  /** Adds to the number of written rows. */
  add(rows: number): void
}

/** The services that every Shipmate process shares. */
export interface Services {
  /** Connected with the application’s limited permissions. */
  readonly db: Database
  /** The same, for the transactions of frequent calls. */
  readonly preparingDb: Database
  /** The same, for frequent calls of students. */
  readonly intake: Intake
  /** A copy of the database for long reads (`reading`); null without one. */
  readonly replica: Replica | null
  /** The pool of `db`, for the one query that every request starts with. */
  readonly pool: pg.Pool
  readonly clock: Clock
  /** Waits this many milliseconds, on purpose. Passed in like the clock, so that tests see the wait without its time. */
  readonly pause: (milliseconds: number) => Promise<void>
  readonly keys: Keys
  readonly settings: Settings
  readonly log: Logger
  /** Stores the content of documents. */
  readonly files: Files
  /** Queues views and refusals for the access log. */
  readonly accesses: AccessQueue
  /** Counts the visits of student sites. */
  readonly visits: VisitCounter
  /** Called with the change and its maker after a commit that wrote history, to seal its entries and announce them. */
  readonly onHistory: (changeId: number, actorId: number | null) => void
  /** Announces changes from any process. */
  readonly announcements: Announcements
  /** Called after a commit that enqueued jobs. */
  readonly onJob: () => void
  /** The calls that this process is answering. */
  readonly traffic: Traffic
  /** The reason the database can’t be used now; null while it responds. */
  readonly databaseTrouble: () => string | null
  /** Whether this process’s workers run jobs, and how long jobs wait. */
  readonly workers: WorkerHealth
  /** The emergency access in which the job that gets these services was started; missing for others. */
  readonly emergencyId?: number
  /** Notes that a part of scheduled work failed while the rest goes on; missing for other work. */
  readonly notePartFailed?: () => void
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
