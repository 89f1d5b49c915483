import { sql } from 'kysely'
import * as z from 'zod/mini'
import { otherFieldChange, studentPeriodRemoval } from '#contract/student-periods/bulk-shapes.ts'
import {
  coverageStatusesChange,
  studentStatusChange,
  type BulkResult,
} from '#contract/student-periods/shapes.ts'
import type { Context } from '../context.ts'
import { asAuthor } from '../jobs/context.ts'
import { enqueue, task } from '../jobs/index.ts'
import { Problem } from '../problem.ts'
import type { BulkCall } from './commands/bulk.ts'
import { removeStudentPeriods } from './commands/remove-student-periods.ts'
import { updateCoverageStatuses } from './commands/update-coverage-statuses.ts'
import { updateOtherField } from './commands/update-other-field.ts'
import { updateStudentStatus } from './commands/update-student-status.ts'
import { countAsked } from './rows.ts'

const kinds = ['update-coverage-statuses', 'update-student-status', 'update-other-field', 'delete'] as const
export type Kind = (typeof kinds)[number]

const commands: Record<Kind, (context: Context, ask: unknown) => Promise<BulkResult>> = {
  'update-coverage-statuses': (context, ask) =>
    updateCoverageStatuses(context, z.parse(coverageStatusesChange, ask)),
  'update-student-status': (context, ask) => updateStudentStatus(context, z.parse(studentStatusChange, ask)),
  'update-other-field': (context, ask) => updateOtherField(context, z.parse(otherFieldChange, ask)),
  delete: (context, ask) => removeStudentPeriods(context, z.parse(studentPeriodRemoval, ask)),
}

/** A bulk call as work: one transaction in the name of its author. Done twice, it finds itself done. */
const bulkChange = task({
  name: 'change_student_periods',
  payload: z.object({ job_id: z.int(), kind: z.enum(kinds) }),
  run: async (house, { job_id, kind }) => {
    const job = await house.db
      .updateTable('jobs')
      .set({ state: 'running', updated_at: house.clock.now().toISOString() })
      .where('id', '=', job_id)
      .where('state', 'in', ['queued', 'running'])
      .returning(['author_id', 'ask'])
      .executeTakeFirst()
    if (!job || job.author_id === null) return
    try {
      await asAuthor(house, job.author_id, `job-${job_id}`, async (context) => {
        await sql`set local statement_timeout = 0`.execute(context.db)
        const result = await commands[kind](context, job.ask)
        await finish(context, job_id, result)
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await house.db
        .updateTable('jobs')
        .set({ state: 'failed', message: error.message, updated_at: house.clock.now().toISOString() })
        .where('id', '=', job_id)
        .execute()
    }
  },
})

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

export const studentPeriodTasks = [bulkChange]

/** Turns a bulk call into a job of its author. Answers its id. */
export const startBulkJob = async (context: Context, kind: Kind, ask: BulkCall): Promise<number> => {
  const at = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('jobs')
    .values({
      kind,
      author_id: context.caller.id,
      ask: JSON.stringify(ask),
      total: await countAsked(context, ask),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(context, bulkChange, { job_id: id, kind })
  return id
}
