import * as z from 'zod/mini'
import { undone } from '#contract/platform/history/shapes.ts'
import { bulkResult } from '#contract/platform/record/bulk.ts'

export const jobStates = ['queued', 'running', 'done', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** The calls that run as a job when they’re long. */
export const jobKinds = [
  'update-coverage-statuses',
  'update-student-status',
  'update-other-field',
  'set-plan-premiums',
  'delete',
  'add-notes',
  'compose-email',
  'rename-option',
  'merge-insurance-companies',
  'assign-insurance-names',
  'apply-setup',
  'enroll-by-default',
  'tell-auto-enrolled',
  'undo-change',
] as const
export type JobKind = (typeof jobKinds)[number]

/**
 * The result of a job: for an undo, the reverted and skipped records; for every other call, what a bulk call
 * returns.
 */
const jobResult = z.union([bulkResult, undone])
export type JobResult = z.output<typeof jobResult>

/** A background job with its progress and result. */
export const job = z.object({
  id: z.int(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** Counted in records. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Why it failed. */
  message: z.nullable(z.string()),
  change_id: z.nullable(z.int()),
  /** Whether the caller can undo the change now. */
  may_undo: z.boolean(),
  result: z.nullable(jobResult),
})
export type Job = z.output<typeof job>
