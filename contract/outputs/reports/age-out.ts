import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { id, idText } from '#contract/platform/fields.ts'
import { sourcesOfCoverage, subscriberRelations } from '#contract/platform/record/student-period-choices.ts'
import { texts } from '#contract/platform/problem.ts'
import { paging, sortText } from '#contract/platform/table-query.ts'
import { ageOutHorizons, endReasons } from './choices.ts'

/** The columns of the report that it can be sorted by. */
export const ageOutColumns = {
  student_name: { label: 'Student', kind: 'text' },
  dob: { label: 'Date of birth', kind: 'date' },
  turns_on: { label: 'Age-out birthday', kind: 'date' },
  presumed_end_on: { label: 'Expected end of coverage', kind: 'date' },
  status: { label: 'Status', kind: 'choice', choices: coverageStatuses },
} as const
export type AgeOutColumn = keyof typeof ageOutColumns

/** The query of the report: a page of its rows, or all of them as a file. */
export const ageOutQuery = z.strictObject({
  period_id: idText,
  horizon: z._default(z.enum(ageOutHorizons), 'all'),
  /** Only coverage that ends in this month, `YYYY-MM`. */
  month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, texts.invalid))),
  ...paging,
  sort: z.optional(sortText(ageOutColumns)),
  format: z.optional(z.enum(['csv', 'xlsx'])),
})

/** The coverage of a student that ends because of age. Days are `YYYY-MM-DD`. */
export const agingOutRow = z.object({
  student_id: id,
  student_period_id: id,
  coverage_type: z.enum(coverages),
  /** `Lopez, Ana` */
  student_name: z.string(),
  sid: z.string(),
  dob: z.string(),
  /** The age today. */
  age: z.int(),
  /** The birthday at `age_out_age`: 26, unless the insurance company covers dependents longer. */
  turns_on: z.string(),
  age_out_age: z.int(),
  /** The last day of coverage, and why. */
  presumed_end_on: z.string(),
  end_reason: z.enum(endReasons),
  /** Negative once coverage has ended; 0 on the last day. */
  days_left: z.int(),
  status: z.enum(coverageStatuses),
  /** The insurance company, or the name that the student typed. */
  company: z.nullable(z.string()),
  member_number: z.nullable(z.string()),
  relation: z.nullable(z.enum(subscriberRelations)),
  source: z.nullable(z.enum(sourcesOfCoverage)),
  verified_on: z.nullable(z.string()),
  /** The plan’s end in the latest eligibility report. */
  plan_ends_on: z.nullable(z.string()),
  campus: z.nullable(z.string()),
  program: z.nullable(z.string()),
  university_email: z.nullable(z.string()),
  personal_email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** When the latest email to the student was sent. */
  last_contact_at: z.nullable(z.string()),
  /** The latest notice: its days before the end, and when it was queued. */
  notice: z.nullable(z.object({ days_before: z.int(), at: z.string() })),
})
export type AgingOutRow = z.output<typeof agingOutRow>

/** How many coverage types of students are in each part of the report, and what changes next. */
export const ageOutCounts = z.object({
  /** Coverage types by horizon. Within 90 days includes within 60 and 30. */
  by_horizon: z.record(z.enum(ageOutHorizons), z.int()),
  /** Students in the report. */
  students: z.int(),
  /** Whether the published waiver options change waivers every night. */
  is_nightly: z.boolean(),
  /** The latest night; null if there was none. */
  last_night: z.nullable(z.object({ run_on: z.string(), changed: z.int() })),
})
export type AgeOutCounts = z.output<typeof ageOutCounts>

/** Asks for the change to aged out, or what it would do. */
export const ageOutAsk = z.strictObject({
  period_id: id,
  dry_run: z.optional(z.boolean()),
  /** The counts of the preview. If they’re different now, the call is 409. */
  expected: z.optional(z.strictObject({ matched: z.int(), changed: z.int() })),
})
export type AgeOutAsk = z.output<typeof ageOutAsk>

/** What the change to aged out did, or would do. */
export const ageOutChange = z.object({
  /** Students with a waiver to change. */
  matched: z.int(),
  /** Students whose waivers change; a student counts once. */
  changed: z.int(),
  skipped: z.array(z.object({ id, name: z.string(), reason: z.literal('not_allowed'), detail: z.string() })),
  skipped_total: z.int(),
  /** Coverage types that change. */
  waivers: z.int(),
})
export type AgeOutChange = z.output<typeof ageOutChange>
