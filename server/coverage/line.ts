import type { Coverage, CoverageStatus } from '#contract/coverage/choices.ts'
import type { Tier } from '#contract/coverage/status-groups.ts'
import type { Plan } from '#contract/periods/plans.ts'
import type { AcademicStatus, DependentType, RecordStatus } from '#contract/student-periods/choices.ts'
import type { PlanEffects } from './plan-terms.ts'

/** One line of coverage of a student-period, as far as its moves need it. Days are `YYYY-MM-DD`. */
export interface Line {
  readonly coverage: Coverage
  readonly status: CoverageStatus
  /** The status from before a leave of absence. */
  readonly prior_status: CoverageStatus | null
  /** The tier from before a waiver was asked for. */
  readonly prior_tier: Tier | null
  /** Whether the period offers the line: `{coverage}_offered`. */
  readonly offered: boolean
  /** Medical: whether the period marks it voluntary. Dental and vision may always be declined. */
  readonly voluntary: boolean
  /** `{coverage}_enroll_coverage_start_on` and `_end_on`. */
  readonly coverage_start_on?: string | null
  readonly coverage_end_on?: string | null
  readonly source_of_coverage?: string | null
  readonly subscriber_relation?: string | null
}

/** What a move depends on beside the line itself. */
export interface MoveContext {
  /** The school's calendar day. */
  readonly today: string
  /** From when the move counts, where that is not today. */
  readonly effective_on?: string | null | undefined
  readonly period: { readonly starts_on: string; readonly ends_on: string }
  /** The student's wished start of coverage. */
  readonly requested_enrollment_on?: string | null
  /** The dependents whose `covers` holds this line. */
  readonly covered: readonly { readonly type: DependentType }[]
  /** Whether the school has one family tier instead of the finer ones. Off until a period says otherwise. */
  readonly one_family_tier?: boolean
  /** The record and its academic status: jobs pass over inactive, graduated and withdrawn ones. */
  readonly record?: { readonly status: RecordStatus; readonly academic_status: AcademicStatus | null }
  readonly options?: MoveOptions
  /** Reads the plan of the line, where the period has one: asked for by moves that begin coverage alone. */
  readonly planOf?: (() => Plan | undefined) | undefined
}

/** School options and findings that single events ask for; all off until configured. */
export interface MoveOptions {
  /** approve_waiver, eligibility_active: when the next reverification is due. Without a cycle it stays. */
  readonly next_reverify_on?: string | null
  /** eligibility_active: the school approves automatically and every machine rule passes. */
  readonly is_auto_approved?: boolean
  /** eligibility_undetermined: how often it was tried, and how it ended. */
  readonly tries?: number
  readonly result?: string
  /** age_out: the day on which the cover on a parent's plan is presumed to end. */
  readonly presumed_end_on?: string
  /** loa_start: an enrolled student keeps coverage to the paid date. */
  readonly keeps_coverage_on_leave?: boolean
  /** default_enrollment: further statuses that it takes. */
  readonly default_also?: readonly CoverageStatus[]
}

/** What a move writes beside the status; an absent field stays as it is. */
export type LineEffects = PlanEffects & {
  [
    K in
      | `${Coverage}_prior_status`
      | `${Coverage}_prior_tier`
      | `${Coverage}_waive_verified_on`
      | `${Coverage}_enroll_coverage_start_on`
      | `${Coverage}_enroll_coverage_end_on`
      | 'reverify_on'
  ]?: string | null
}
