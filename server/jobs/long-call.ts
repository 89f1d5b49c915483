import { sql } from 'kysely'
import type { BulkResult } from '#contract/student-periods/bulk-shapes.ts'
import type { Context, House } from '../context.ts'
import { Problem } from '../problem.ts'
import { asAuthor } from './context.ts'

/** A bulk call as it is kept until it is done: its name, its body, and how many rows it means. */
interface LongCall {
  readonly kind: string
  readonly ask: unknown
  readonly total: number
}

/** Keeps a bulk call for a job, which whoever keeps it enqueues. Answers the job's id. */
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

/** Does a bulk call in one transaction in the name of its author. Done twice, it finds itself done. */
export const runLongCall = async (
  house: House,
  jobId: number,
  work: (context: Context, ask: unknown) => Promise<BulkResult>,
): Promise<void> => {
  const job = await house.db
    .updateTable('jobs')
    .set({ state: 'running', updated_at: house.clock.now().toISOString() })
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returning(['author_id', 'ask'])
    .executeTakeFirst()
  if (!job || job.author_id === null) return
  try {
    await asAuthor(house, job.author_id, `job-${jobId}`, async (context) => {
      await sql`set local statement_timeout = 0`.execute(context.db)
      await finish(context, jobId, await work(context, job.ask))
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await house.db
      .updateTable('jobs')
      .set({ state: 'failed', message: error.message, updated_at: house.clock.now().toISOString() })
      .where('id', '=', jobId)
      .execute()
  }
}

/** The result stands in the transaction of the change itself: both are there, or neither. */
const finish = async (context: Context, jobId: number, result: BulkResult): Promise<void> => {
  const finished = await context.db
    .updateTable('jobs')
    .set({
      state: 'done',
      done: result.matched,
      total: result.matched,
      result: JSON.stringify(result),
      change_id: context.act?.id ?? null,
      updated_at: context.clock.now().toISOString(),
    })
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) throw new Error(`The job ${jobId} was done meanwhile.`)
}
