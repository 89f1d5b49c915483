import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { day, id, person } from '#contract/platform/fields.ts'
import { sourcesOfCoverage } from '#contract/platform/record/student-period-choices.ts'
import { eligibilityProviders } from '#contract/review/verifications/choices.ts'
import { reverificationResults, reverificationStates, reverifyReasons } from './choices.ts'

/** Asks for a reverification of a policy year, or what it would do. */
export const newReverification = z.strictObject({
  period_id: id,
  /** All of them by default. */
  coverage_types: z.optional(z.array(z.enum(coverages)).check(z.minLength(1), z.maxLength(coverages.length))),
  /** Only waivers with one of these sources of coverage; by default of every source, or of none. */
  sources_of_coverage: z.optional(z.array(z.enum(sourcesOfCoverage)).check(z.minLength(1), z.maxLength(20))),
  /** Only waivers with this insurance company on the record; by default with every company, or with none. */
  insurance_company_id: z.optional(id),
  /** Only what is due by `due_by`: waived and the reverify date has come then, or a status that needs reverification. */
  only_due: z.optional(z.boolean()),
  /** Today by default. Only with `only_due`. */
  due_by: z.optional(day),
  /** Also waivers that are inactive or aged out, due or not. By default they aren’t paid for again. */
  with_ended: z.optional(z.boolean()),
  dry_run: z.optional(z.boolean()),
  /** The count of the preview. If it’s different now, the call is 409. */
  expected: z.optional(z.strictObject({ count: z.int() })),
})
export type NewReverification = z.output<typeof newReverification>

/** What a reverification would check and change. */
export const reverificationPreview = z.object({
  /** Coverage types to check, and their students. */
  count: z.int(),
  students: z.int(),
  /** With one inquiry each; a student who isn’t found takes more. */
  cost_cents: z.int(),
  /** What the school’s limit leaves this month; null without a limit. */
  left_cents: z.nullable(z.int()),
  by_reason: z.partialRecord(z.enum(reverifyReasons), z.int()),
  /** Waivers that change from waived to needs reverification. */
  status_changes: z.int(),
  /** Who carries the checks; null if nobody does, and the reverification can’t be started. */
  provider: z.nullable(z.enum(eligibilityProviders)),
})
export type ReverificationPreview = z.output<typeof reverificationPreview>

/** A started reverification. `job_id` is always null: `latest` tells the progress. */
export const startedReverification = z.object({ id, job_id: z.null() })

/** What came out for one coverage type of a student. */
const reverificationOutcome = z.object({
  student_id: id,
  student_period_id: id,
  /** `Lopez, Ana` */
  name: z.string(),
  sid: z.string(),
  coverage_type: z.enum(coverages),
  reason: z.enum(reverifyReasons),
  from_status: z.enum(coverageStatuses),
  /** The status now. */
  status: z.enum(coverageStatuses),
  result: z.enum(reverificationResults),
  /** What the result means, for staff. */
  message: z.nullable(z.string()),
})
export type ReverificationOutcome = z.output<typeof reverificationOutcome>

/** A reverification of a policy year. */
export const periodReverification = z.object({
  id,
  state: z.enum(reverificationStates),
  /** Why it was paused, if no person paused it. */
  message: z.nullable(z.string()),
  total: z.int(),
  /** Checks that have ended. */
  done: z.int(),
  by_result: z.partialRecord(z.enum(reverificationResults), z.int()),
  cost_cents: z.int(),
  coverage_types: z.array(z.enum(coverages)),
  /** Null: of every source, or of none. */
  sources_of_coverage: z.nullable(z.array(z.enum(sourcesOfCoverage))),
  /** Null: with every company, or with none. */
  insurance_company: z.nullable(z.object({ id: z.int(), name: z.string() })),
  only_due: z.boolean(),
  /** `YYYY-MM-DD`; null if waivers were taken whether they were due or not. */
  due_by: z.nullable(z.string()),
  with_ended: z.boolean(),
  is_scheduled: z.boolean(),
  started_by: z.nullable(person),
  started_at: z.string(),
  ended_at: z.nullable(z.string()),
  /** A page of the outcomes, those for staff first, and how many there are. */
  outcomes: z.array(reverificationOutcome),
  outcomes_total: z.int(),
})
export type PeriodReverification = z.output<typeof periodReverification>
