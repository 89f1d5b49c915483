import { sql } from 'kysely'
import type { JobKind, JobResult } from '#contract/jobs/shapes.ts'
import type { Context, House } from '../context.ts'
import { mayGoBetter, toProblem } from '../http/problems.ts'
import { Problem } from '../problem.ts'
import { asAuthor } from './context.ts'
import { createProgress } from './progress.ts'
import { maxAttempts, type Attempt } from './task.ts'

/** A long call as it is kept until it is done: its name, its body, and how many records it means. */
interface LongCall {
  readonly kind: JobKind
  readonly ask: unknown
  readonly total: number
}

/** Keeps a long call for a job, which whoever keeps it enqueues. Answers the job's id. */
export const keepLongCall = async (context: Context, { kind, ask, total }: LongCall): Promise<number> => {
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
 * Does a long call in one transaction in the name of its author, and tells meanwhile how far it is. Done twice, it
 * finds itself done. What another try would not mend, and the last try, end it as failed.
 */
export const runLongCall = async (
  house: House,
  { jobId, isLast }: Attempt & { readonly jobId: number },
  work: (context: Context, ask: unknown) => Promise<JobResult>,
): Promise<void> => {
  const job = await begin(house, jobId)
  if (!job || job.author_id === null) return
  const progress = createProgress(house, jobId, job.total)
  try {
    await asAuthor(house, job.author_id, `job-${jobId}`, async (plain) => {
      const context: Context = { ...plain, progress }
      await sql`set local statement_timeout = 0`.execute(context.db)
      const result = await work(context, job.ask)
      await progress.settled()
      await finish(context, jobId, result)
    })
  } catch (error) {
    if (mayGoBetter(error) && !isLast) throw error
    await progress.settled()
    await fail(house, jobId, error)
  }
}

/** Begun again after a process was killed in the middle, nothing of it is done. */
const begin = ({ db, clock }: House, jobId: number) =>
  db
    .updateTable('jobs')
    .set({ state: 'running', done: 0, updated_at: clock.now().toISOString() })
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returning(['author_id', 'ask', 'total'])
    .executeTakeFirst()

/** The result stands in the transaction of the change itself: both are there, or neither. */
const finish = async (context: Context, jobId: number, result: JobResult): Promise<void> => {
  const finished = await context.db
    .updateTable('jobs')
    .set(({ ref }) => ({
      state: 'done',
      done: ref('total'),
      result: JSON.stringify(result),
      change_id: context.act?.id ?? null,
      updated_at: context.clock.now().toISOString(),
    }))
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) throw new Error(`The job ${jobId} was done meanwhile.`)
}

/** Says why nothing was changed. A commit whose answer was lost stands as done, and stays so. */
const fail = async (house: House, jobId: number, error: unknown): Promise<void> => {
  const isRefused = error instanceof Problem
  if (!isRefused) house.log.error({ err: error, job_id: jobId }, 'A long call failed.')
  await endAsFailed(house, jobId, isRefused ? error.message : messageOf(error))
}

/** What the author is told of an error that is not about what they asked for. */
const messageOf = (error: unknown): string => {
  const { code, message } = toProblem(error)
  if (code === 'no_room') return message
  if (code === 'unavailable') return 'The database did not answer in time. Nothing was changed. Try again.'
  return 'Something went wrong on the server; nothing was changed.'
}

const endAsFailed = async (house: House, jobId: number, message: string): Promise<void> => {
  await house.db
    .updateTable('jobs')
    .set({ state: 'failed', message, updated_at: house.clock.now().toISOString() })
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

/** Ends a long call whose every attempt was cut off: nothing of it is done. */
export const abandonLongCall = (house: House, jobId: number): Promise<void> =>
  endAsFailed(house, jobId, `This was interrupted ${maxAttempts} times. Nothing was changed. Try again.`)
