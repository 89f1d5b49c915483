import * as z from 'zod/mini'
import {
  otherFieldChange,
  studentPeriodRemoval,
  coverageStatusesChange,
  studentStatusChange,
} from '#contract/records/student-periods/bulk-shapes.ts'
import { type BulkResult } from '#contract/platform/record/bulk.ts'
import type { Context } from '#server/platform/context.ts'
import { abandonLongCall, enqueue, saveLongCall, runLongCall, task } from '#server/platform/jobs/index.ts'
import type { BulkCall } from './commands/bulk.ts'
import {
  removeStudentPeriods,
  updateCoverageStatuses,
  updateOtherField,
  updateStudentStatus,
} from './commands/bulk-calls.ts'
import { countRequested } from './queries/rows.ts'

const kinds = ['update-coverage-statuses', 'update-student-status', 'update-other-field', 'delete'] as const
export type Kind = (typeof kinds)[number]

const commands: Record<Kind, (context: Context, ask: unknown) => Promise<BulkResult>> = {
  'update-coverage-statuses': (context, ask) =>
    updateCoverageStatuses(context, z.parse(coverageStatusesChange, ask)),
  'update-student-status': (context, ask) => updateStudentStatus(context, z.parse(studentStatusChange, ask)),
  'update-other-field': (context, ask) => updateOtherField(context, z.parse(otherFieldChange, ask)),
  delete: (context, ask) => removeStudentPeriods(context, z.parse(studentPeriodRemoval, ask)),
}

/** Runs a bulk call as a job: one transaction in the name of its author. A second run finds it finished. */
const bulkChange = task({
  name: 'change_student_periods',
  payload: z.object({ job_id: z.int(), kind: z.enum(kinds) }),
  run: (services, { job_id, kind }, { isLast }) =>
    runLongCall(services, { jobId: job_id, isLast }, commands[kind]),
  abandon: (services, { job_id }) => abandonLongCall(services, job_id),
})

export const studentPeriodTasks = [bulkChange]

/** Starts a bulk call as a job of its author. Returns the job’s ID. */
export const startBulkJob = async (context: Context, kind: Kind, ask: BulkCall): Promise<number> => {
  const id = await saveLongCall(context, { kind, ask, total: await countRequested(context, ask) })
  await enqueue(context, bulkChange, { job_id: id, kind })
  return id
}
