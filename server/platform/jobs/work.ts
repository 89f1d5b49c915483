import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint.ts'
import type { JobKind, JobResult } from '#contract/platform/jobs/shapes.ts'
import type { Context, Progress, Services } from '#server/platform/context.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import { failureText, isTemporary } from '#server/platform/http/problems.ts'
import { Problem } from '#server/platform/problem.ts'
import { asAuthor } from './context.ts'
import { createProgress } from './progress.ts'
import { enqueue, maxAttempts, type Attempt, type Task } from './task.ts'

/** The most rows a bulk call changes in its request; more become a job. */
const jobThreshold = 10_000

/** Returns whether there are too many rows for one request. */
export const isLong = (rows: number): boolean => rows > jobThreshold

/** The kinds of work: long calls, of which their author is told, and work with a screen that shows it. */
type WorkKind =
  | JobKind
  | 'enroll-by-default-nightly'
  | 'export-students'
  | 'check-links'
  | 'prepare-carrier-file'
  | 'make-report'
  | 'age-out-waivers'

/** A job while it runs. */
export interface RunningWork<Ask> {
  readonly id: number
  /** Null for work of Shipmate itself. */
  readonly author_id: number | null
  readonly ask: Ask
  readonly progress: Progress
}

/** One kind of long work. */
interface Definition<S extends Schema> {
  readonly kind: WorkKind
  /** What is asked for. */
  readonly ask: S
  /** What staff read to do after a failure. Defaults to 'Nothing changed. Try again.' */
  readonly again?: string
  /** What they read if it’s refused. Defaults to the problem’s message. */
  readonly refused?: string
  /** Whether it mostly waits for other systems. */
  readonly isOutbound?: true
  /** What else ends with it if it fails, in the same transaction. */
  readonly failed?: (services: Services, jobId: number) => Promise<unknown>
}

/** Work in one transaction in the name of its author: the change, the end of the job and its result are saved together. */
interface OneChange<S extends Schema> extends Definition<S> {
  readonly change: (
    context: Context & { readonly progress: Progress },
    ask: z.output<S>,
    jobId: number,
  ) => Promise<JobResult | null>
}

/** The same for work of Shipmate itself. */
interface SystemChange<S extends Schema> extends Definition<S> {
  readonly systemChange: (
    context: SystemContext,
    ask: z.output<S>,
    jobId: number,
  ) => Promise<JobResult | null>
}

/** What work of Shipmate itself is given. */
export type SystemContext = HistoryContext & { readonly caller: null }

/** Work that keeps no transaction open, such as asking other systems. If it’s interrupted, it starts over. */
interface Steps<S extends Schema> extends Definition<S> {
  readonly run: (services: Services, job: RunningWork<z.output<S>>) => Promise<object | null>
}

/** A kind of work that can be started. */
export interface Work<Ask> {
  readonly task: Task
  /** Saves the work and queues it in the caller’s transaction. Returns the job’s ID. */
  start(context: StartContext, ask: Ask, about?: AboutWork): Promise<number>
}

/** A caller, or Shipmate itself. */
type StartContext = Pick<Context, 'db' | 'services' | 'clock' | 'afterCommit'> & {
  readonly caller: { readonly id: number; readonly emergency_id?: number | null } | null
}

interface AboutWork {
  /** The number of records, links or rows. */
  readonly total?: number
  readonly schoolId?: number | null
}

type AnyWork<S extends Schema> = OneChange<S> | SystemChange<S> | Steps<S>

const payload = z.object({ job_id: z.int() })

/** Defines a kind of work. One runner begins, reports, repeats, refuses and ends all of them. */
export const work = <S extends Schema>(definition: AnyWork<S>): Work<z.output<S>> => {
  const { kind, isOutbound } = definition
  const task: Task<typeof payload> = {
    name: kind,
    payload,
    ...(isOutbound ? { isOutbound } : {}),
    run: (services, { job_id }, attempt) => runWork(services, definition, job_id, attempt),
    abandon: (services, { job_id }) =>
      endAsFailed(
        services,
        definition,
        job_id,
        `This was interrupted ${maxAttempts} times. ${againOf(definition)}`,
      ),
  }
  return {
    task,
    start: async (context, ask, about) => {
      const id = await saveWork(context, kind, ask, about)
      await enqueue(context, task, { job_id: id })
      return id
    },
  }
}

const saveWork = async (
  context: StartContext,
  kind: WorkKind,
  ask: unknown,
  { total = 0, schoolId = null }: AboutWork = {},
): Promise<number> => {
  const at = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('jobs')
    .values({
      kind,
      author_id: context.caller?.id ?? null,
      school_id: schoolId,
      ask: JSON.stringify(ask),
      total,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Runs one attempt. A second run finds the work finished. It fails on errors that another attempt can’t fix, and on the
 * last attempt.
 */
const runWork = async <S extends Schema>(
  services: Services,
  definition: AnyWork<S>,
  id: number,
  { isLast }: Attempt,
): Promise<void> => {
  const job = await begin(services, id)
  if (!job) return
  const progress = createProgress(services, id, job.total)
  try {
    await attempt(services, definition, { id, author_id: job.author_id, ask: job.ask, progress })
  } catch (error) {
    await progress.settled()
    if (isTemporary(error) && !isLast) throw error
    if (!(error instanceof Problem))
      services.log.error({ err: error, job_id: id }, 'A background job failed.')
    await endAsFailed(services, definition, id, messageOf(definition, error))
  }
}

interface Attempted extends RunningWork<unknown> {
  readonly progress: ReturnType<typeof createProgress>
}

const attempt = async <S extends Schema>(
  services: Services,
  definition: AnyWork<S>,
  { id, author_id, ask: asked, progress }: Attempted,
): Promise<void> => {
  const ask = z.parse(definition.ask, asked)
  const save = async (
    context: Pick<Services, 'db' | 'clock'> & { readonly change?: { readonly id: number } | null },
    result: object | null,
  ): Promise<void> => {
    await progress.settled()
    await finish(context, { id, result, changeId: context.change?.id ?? null, total: progress.total() })
  }
  if ('run' in definition)
    return save(services, await definition.run(services, { id, author_id, ask, progress }))
  if ('systemChange' in definition)
    return asSystem(services, async (context) =>
      save(context, await definition.systemChange(context, ask, id)),
    )
  await asAuthor(services, author_id, `job-${id}`, async (plain) => {
    const context = { ...plain, progress }
    await sql`set local statement_timeout = 0`.execute(context.db)
    await save(context, await definition.change(context, ask, id))
  })
}

/** Runs work of Shipmate itself in one transaction. Follow-up work runs only after the commit. */
const asSystem = async (
  services: Services,
  run: (context: SystemContext) => Promise<void>,
): Promise<void> => {
  const afterCommit: (() => void)[] = []
  await services.db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await run({ db, services, clock: services.clock, afterCommit, caller: null, change: null })
  })
  for (const follow of afterCommit) follow()
}

/**
 * Marks the job as running, also when it starts over after its process was killed. Nothing of that attempt was
 * saved.
 */
const begin = ({ db, clock }: Services, id: number) =>
  db
    .updateTable('jobs')
    .set({ state: 'running', done: 0, updated_at: clock.now().toISOString() })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning(['author_id', 'ask', 'total'])
    .executeTakeFirst()

interface Finished {
  readonly id: number
  readonly result: object | null
  readonly changeId: number | null
  readonly total: number
}

/** Saves the result. A job that another run has finished doesn’t change, and what was written with this one is undone. */
const finish = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, result, changeId, total }: Finished,
): Promise<void> => {
  const finished = await db
    .updateTable('jobs')
    .set({
      state: 'done',
      done: total,
      total,
      result: result && JSON.stringify(result),
      change_id: changeId,
      updated_at: clock.now().toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) throw new Error(`Job ${id} already finished.`)
}

const againOf = ({ again = 'Nothing changed. Try again.' }: Pick<Definition<Schema>, 'again'>): string =>
  again

/** Returns what the author reads about a failure. */
const messageOf = (definition: Pick<Definition<Schema>, 'again' | 'refused'>, error: unknown): string => {
  if (error instanceof Problem) return definition.refused ?? error.message
  return failureText(error, 'Something went wrong on the server.', againOf(definition))
}

/** Ends a job that hasn’t ended. One whose commit succeeded stays finished, even if the commit’s response was lost. */
const endAsFailed = (
  services: Services,
  { failed }: Pick<Definition<Schema>, 'failed'>,
  id: number,
  message: string,
): Promise<void> =>
  services.db.transaction().execute(async (db) => {
    const ended = await db
      .updateTable('jobs')
      .set({ state: 'failed', message, updated_at: services.clock.now().toISOString() })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (ended.numUpdatedRows > 0n) await failed?.({ ...services, db }, id)
  })
