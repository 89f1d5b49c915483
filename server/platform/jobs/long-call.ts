import { sql } from 'kysely'
import type { JobKind, JobResult } from '#contract/platform/jobs/shapes.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { isTemporary, toProblem } from '#server/platform/http/problems.ts'
import { Problem } from '#server/platform/problem.ts'
import { asAuthor } from './context.ts'
import { createProgress } from './progress.ts'
import { maxAttempts, type Attempt } from './task.ts'

/** The most rows a bulk call changes in its request; more become a job (decisions section 4). */
const jobThreshold = 10_000

/** Returns whether there are too many rows for one request. */
export const isLong = (rows: number): boolean => rows > jobThreshold

/** A long call saved for a job: its name, its body and the number of records. */
interface LongCall {
  readonly kind: JobKind
  readonly ask: unknown
  readonly total: number
}

/** Saves a long call for a job; the caller enqueues it. Returns the job’s ID. */
export const saveLongCall = async (context: Context, { kind, ask, total }: LongCall): Promise<number> => {
  const at = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('jobs')
    .values({
      kind,
      author_id: context.caller.id,
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
 * Runs a long call in one transaction in the name of its author and reports progress. A second run finds it
 * finished. It fails on errors that another attempt can’t fix, and on the last attempt.
 */
export const runLongCall = async (
  services: Services,
  { jobId, isLast }: Attempt & { readonly jobId: number },
  work: (context: Context, ask: unknown) => Promise<JobResult>,
): Promise<void> => {
  const job = await begin(services, jobId)
  if (!job || job.author_id === null) return
  const progress = createProgress(services, jobId, job.total)
  try {
    await asAuthor(services, job.author_id, `job-${jobId}`, async (plain) => {
      const context: Context = { ...plain, progress }
      await sql`set local statement_timeout = 0`.execute(context.db)
      const result = await work(context, job.ask)
      await progress.settled()
      await finish(context, jobId, result)
    })
  } catch (error) {
    if (isTemporary(error) && !isLast) throw error
    await progress.settled()
    await fail(services, jobId, error)
  }
}

/**
 * Marks the job as running, also when it starts over after its process was killed. Nothing of that attempt was
 * saved.
 */
const begin = ({ db, clock }: Services, jobId: number) =>
  db
    .updateTable('jobs')
    .set({ state: 'running', done: 0, updated_at: clock.now().toISOString() })
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returning(['author_id', 'ask', 'total'])
    .executeTakeFirst()

/** Saves the result in the transaction of the change, so that both are saved or neither. */
const finish = async (context: Context, jobId: number, result: JobResult): Promise<void> => {
  const finished = await context.db
    .updateTable('jobs')
    .set(({ ref }) => ({
      state: 'done',
      done: ref('total'),
      result: JSON.stringify(result),
      change_id: context.change?.id ?? null,
      updated_at: context.clock.now().toISOString(),
    }))
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) throw new Error(`Job ${jobId} already finished.`)
}

/**
 * Marks the job as failed with the reason. A job whose commit succeeded stays finished, even if the commit’s
 * response was lost.
 */
const fail = async (services: Services, jobId: number, error: unknown): Promise<void> => {
  const isRefused = error instanceof Problem
  if (!isRefused) services.log.error({ err: error, job_id: jobId }, 'A background job failed.')
  await endAsFailed(services, jobId, isRefused ? error.message : messageOf(error))
}

/** Returns the message for an error that isn’t about the request itself. */
const messageOf = (error: unknown): string => {
  const { code, message } = toProblem(error)
  if (code === 'no_room') return message
  if (code === 'unavailable') return 'The database didn’t respond in time. Nothing changed. Try again.'
  return 'Something went wrong on the server. Nothing changed. Try again.'
}

const endAsFailed = async (services: Services, jobId: number, message: string): Promise<void> => {
  await services.db
    .updateTable('jobs')
    .set({ state: 'failed', message, updated_at: services.clock.now().toISOString() })
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

/** Ends a long call whose attempts were all interrupted; it saved nothing. */
export const abandonLongCall = (services: Services, jobId: number): Promise<void> =>
  endAsFailed(services, jobId, `This was interrupted ${maxAttempts} times. Nothing changed. Try again.`)
