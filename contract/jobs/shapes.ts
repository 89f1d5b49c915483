import * as z from 'zod/mini'
import { undone } from '../history/shapes.ts'
import { bulkResult } from '../student-periods/bulk-shapes.ts'

export const jobStates = ['queued', 'running', 'done', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** The calls that become a job when they are long. */
export const jobKinds = [
  'update-coverage-statuses',
  'update-student-status',
  'update-other-field',
  'delete',
  'add-notes',
  'rename-option',
  'merge-insurance-companies',
  'assign-insurance-names',
  'undo-change',
] as const
export type JobKind = (typeof jobKinds)[number]

/** What a long call came to: of an undo what was reverted and left, of every other one what a bulk call answers. */
export const jobResult = z.union([bulkResult, undone])
export type JobResult = z.output<typeof jobResult>

/** Long work: how far it is, and what came of it. */
export const job = z.object({
  id: z.int(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** Records. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Why it failed. */
  message: z.nullable(z.string()),
  change_id: z.nullable(z.int()),
  /** Whether the caller may take the change back as it stands now. */
  may_undo: z.boolean(),
  result: z.nullable(jobResult),
})
export type Job = z.output<typeof job>
