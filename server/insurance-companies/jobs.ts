import * as z from 'zod/mini'
import type { CompanyMove } from '#contract/insurance-companies/shapes.ts'
import type { BulkResult } from '#contract/student-periods/bulk-shapes.ts'
import type { Context } from '../context.ts'
import { abandonLongCall, enqueue, keepLongCall, runLongCall, task } from '../jobs/index.ts'
import { assignNames, type Assignment } from './commands/assign-names.ts'
import { mergeCompanies, type Merge } from './commands/merge-companies.ts'

const expected = z.optional(z.object({ student_periods: z.int() }))
const merge = z.object({ id: z.int(), merge_into_id: z.int(), expected })
const assignment = z.object({ id: z.int(), names: z.array(z.string()), expected })

/** A move as the result of a job: no record is left out. */
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

/** A merge of more records than a request should wait for. */
const moveTask = task({
  name: 'move_company_uses',
  payload: z.object({ job_id: z.int(), kind: z.enum(kinds) }),
  run: (house, { job_id, kind }, { isLast }) => runLongCall(house, { jobId: job_id, isLast }, commands[kind]),
  abandon: (house, { job_id }) => abandonLongCall(house, job_id),
})

export const insuranceCompanyTasks = [moveTask]

/** Leaves a merge or an assignment to a job of its author. Answers the job's id. */
export const moveLater = async (
  context: Context,
  call: { readonly kind: (typeof kinds)[number]; readonly ask: Merge | Assignment; readonly total: number },
): Promise<number> => {
  const id = await keepLongCall(context, call)
  await enqueue(context, moveTask, { job_id: id, kind: call.kind })
  return id
}
