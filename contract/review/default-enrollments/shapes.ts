import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { person } from '#contract/platform/fields.ts'
import { jobStates } from '#contract/platform/jobs/shapes.ts'
import { leftOutReasons, premiumIssueKinds } from './choices.ts'

/** An amount with two decimal places. */
const amount = z.string()

const group = {
  /** Names the group in the list of its students. */
  key: z.string(),
  coverage_type: z.enum(coverages),
  status: z.enum(coverageStatuses),
  /** The cohort whose deadline applies; null for that of the policy year. */
  cohort: z.nullable(z.string()),
  students: z.int(),
}

/** Students who would be enrolled in a coverage type at the same terms. */
const dueGroup = z.object({
  ...group,
  /** YYYY-MM-DD */
  starts_on: z.string(),
  plan_name: z.nullable(z.string()),
  /** Of each student. */
  premium: z.nullable(amount),
  total: amount,
})
export type DueGroup = z.output<typeof dueGroup>

/** Students who aren’t enrolled in a coverage type now, and why. */
const leftOutGroup = z.object({
  ...group,
  reason: z.enum(leftOutReasons),
  /** The day on which auto-enrollment includes them, if only the deadline keeps them. YYYY-MM-DD */
  due_on: z.nullable(z.string()),
})
export type LeftOutGroup = z.output<typeof leftOutGroup>

const premiumIssue = z.object({
  kind: z.enum(premiumIssueKinds),
  /** The document of the plan: `medical-plan`. */
  document: z.string(),
  /** The issue, as a sentence. */
  words: z.string(),
})

/** One run of auto-enrollment. */
const run = z.object({
  id: z.int(),
  /** YYYY-MM-DD */
  run_on: z.string(),
  job_id: z.int(),
  state: z.enum(jobStates),
  /** Why it failed. */
  message: z.nullable(z.string()),
  /** Null if it started automatically. */
  started_by: z.nullable(person),
  /** Null until it’s done. */
  students: z.nullable(z.int()),
  amount: z.nullable(amount),
  /** What undoes it; null if it’s undone, or can’t be undone any longer. */
  change_id: z.nullable(z.int()),
  is_undone: z.boolean(),
  /** Students of the run who are still enrolled and haven’t been told. */
  emails_waiting: z.int(),
  emails_released_at: z.nullable(z.string()),
})
export type DefaultEnrollmentRun = z.output<typeof run>

/** Who would be auto-enrolled today, who wouldn’t and why, and what was done. */
export const defaultEnrollment = z.object({
  /** Students who would be enrolled in at least one coverage type. */
  students: z.int(),
  due: z.array(dueGroup),
  /** Fees that are added once for each student. */
  fees: amount,
  /** Premiums and fees. */
  total: amount,
  left_out: z.array(leftOutGroup),
  /** The forms of the policy year that aren’t matched to a student. */
  unmatched_forms: z.int(),
  issues: z.array(premiumIssue),
  is_automatic: z.boolean(),
  /** The coverage of the policy year before this one; null without one. */
  last_year: z.nullable(
    z.object({
      period: person,
      coverages: z.array(z.object({ coverage_type: z.enum(coverages), enrolled: z.int(), premiums: amount })),
      /** Students who were auto-enrolled. */
      auto_enrolled: z.int(),
    }),
  ),
  /** The latest first, at most 20. */
  runs: z.array(run),
})
export type DefaultEnrollment = z.output<typeof defaultEnrollment>

/** A student of a group. */
export const groupStudent = z.object({
  student_id: z.int(),
  student_period_id: z.int(),
  /** `Lopez, Ana` */
  name: z.string(),
  sid: z.string(),
})

/** Starts auto-enrollment. */
export const newDefaultEnrollment = z.strictObject({
  /** What the preview showed. If it’s different now, the call is 409. */
  expected: z.strictObject({ students: z.int(), total: amount }),
  /** Whether staff confirm premiums that are the same as last year’s. */
  confirms_premiums: z.optional(z.boolean()),
})
export type NewDefaultEnrollment = z.output<typeof newDefaultEnrollment>
