import * as z from 'zod/mini'
import type { CompanyMove } from '#contract/records/insurance-companies/shapes.ts'
import type { BulkResult } from '#contract/platform/record/bulk.ts'
import type { Context } from '#server/platform/context.ts'
import { abandonLongCall, enqueue, saveLongCall, runLongCall, task } from '#server/platform/jobs/index.ts'
import { assignNames, type Assignment, mergeCompanies, type Merge } from './commands.ts'

const expected = z.optional(z.object({ student_periods: z.int() }))
const merge = z.object({ id: z.int(), merge_into_id: z.int(), expected })
const assignment = z.object({ id: z.int(), names: z.array(z.string()), expected })

/** Returns a merge or match as the result of a job; no records are skipped. */
const resultOf = ({ student_periods }: CompanyMove): BulkResult => ({
  matched: student_periods,
  changed: student_periods,
  skipped: [],
  skipped_total: 0,
  moves: [],
})

const commands = {
  'merge-insurance-companies': async (context: Context, ask: unknown) =>
    resultOf(await mergeCompanies(context, z.parse(merge, ask))),
  'assign-insurance-names': async (context: Context, ask: unknown) =>
    resultOf(await assignNames(context, z.parse(assignment, ask))),
}
const kinds = ['merge-insurance-companies', 'assign-insurance-names'] as const

/** A merge of too many records for one request. */
const moveTask = task({
  name: 'move_company_uses',
  payload: z.object({ job_id: z.int(), kind: z.enum(kinds) }),
  run: (services, { job_id, kind }, { isLast }) =>
    runLongCall(services, { jobId: job_id, isLast }, commands[kind]),
  abandon: (services, { job_id }) => abandonLongCall(services, job_id),
})

export const insuranceCompanyTasks = [moveTask]

/** Starts a merge or match as a job of its author. Returns the job’s ID. */
export const startMoveJob = async (
  context: Context,
  call: { readonly kind: (typeof kinds)[number]; readonly ask: Merge | Assignment; readonly total: number },
): Promise<number> => {
  const id = await saveLongCall(context, call)
  await enqueue(context, moveTask, { job_id: id, kind: call.kind })
  return id
}
