import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'
import type {
  AcademicStatus,
  DependentType,
  RecordStatus,
} from '#contract/platform/record/student-period-choices.ts'
import type { EnrollmentTerms, FeeColumn, LifeEvent } from './enrollment-terms.ts'
import type { PlanEffects } from './plan-terms.ts'

/** One line of a student-period with what its status changes need. Dates are `YYYY-MM-DD`. */
export interface Line {
  readonly coverage: Coverage
  readonly status: CoverageStatus
  /** The status before a leave of absence. */
  readonly prior_status: CoverageStatus | null
  /** The tier before an enrolled student submitted a waiver, or left. */
  readonly prior_tier: Tier | null
  /** The end of coverage before a leave of absence ended it. */
  readonly prior_end_on?: string | null
  /** Whether the period offers the line: `{coverage}_offered`. */
  readonly offered: boolean
  /** Whether the period marks medical coverage as voluntary. Students can always decline dental and vision. */
  readonly voluntary: boolean
  /** `{coverage}_enroll_coverage_start_on` and `_end_on`. */
  readonly coverage_start_on?: string | null
  readonly coverage_end_on?: string | null
  readonly source_of_coverage?: string | null
  readonly subscriber_relation?: string | null
}

/** What a status change depends on besides the line. */
export interface MoveContext {
  /** Today’s date at the school. */
  readonly today: string
  /** The date from which the status change counts, if it isn’t today. */
  readonly effective_on?: string | null | undefined
  readonly period: { readonly starts_on: string; readonly ends_on: string }
  readonly requested_enrollment_on?: string | null
  /** The day on which an override starts coverage, if the call says it. It’s within the period. */
  readonly coverage_starts_on?: string | null | undefined
  /** The dependents whose `covers` includes this line. */
  readonly covered: readonly { readonly type: DependentType }[]
  /** Whether the school has one family tier instead of the other tiers. Off by default. */
  readonly one_family_tier?: boolean
  /** The record status and the academic status. Jobs skip inactive, graduated and withdrawn students. */
  readonly record?: { readonly status: RecordStatus; readonly academic_status: AcademicStatus | null }
  readonly options?: MoveOptions
  /** Returns the record’s next reverify date. Only changes that verify a waiver call it; without it, the date stays. */
  readonly nextReverifyOn?: (() => string | null) | undefined
  /** Reads the plan of the line, if the period has one. Only changes that start coverage call it. */
  readonly planOf?: (() => Plan | undefined) | undefined
  /** The day the student signed their latest form. */
  readonly signed_on?: string | null
  /** The life event of the student’s latest enrollment form. */
  readonly life_event?: LifeEvent | null
  /** Reads what the policy year says for the student. Only changes that start coverage or approve waivers call it. */
  readonly termsOf?: (() => EnrollmentTerms | undefined) | undefined
  /** The fees the record already has; a status change never replaces an amount. */
  readonly charged?: ReadonlySet<FeeColumn>
  /** Returns whether the student has used benefits and the policy year allows no waiver after that. */
  readonly isLockedByBenefits?: (() => boolean) | undefined
  /** Reads the attempts of an eligibility check that the policy year allows. Only checks that found out nothing call it. */
  readonly mostTries?: (() => number | undefined) | undefined
  /** What the student’s waiver form says about the other insurance. Only approvals of a pending waiver call it. */
  readonly waiverOf?: (() => WaiverEffects) | undefined
}

/** The details of the other insurance that the approval of a waiver writes. */
type WaiverEffects = Readonly<Record<`${Coverage}_waive_${string}`, FieldChange['before']>>

/** School options and results that some events need; all off by default. */
interface MoveOptions {
  /** eligibility_undetermined: the number of attempts and the result. */
  readonly tries?: number
  readonly result?: string
  /** age_out: the date coverage under a parent’s plan is expected to end. */
  readonly presumed_end_on?: string
  /** loa_start: whether an enrolled student keeps coverage through the paid date. */
  readonly keeps_coverage_on_leave?: boolean
  /** separation: the days from the start of coverage in which a withdrawal voids it; 0 for never. */
  readonly withdrawal_void_days?: number
  /** default_enrollment: additional statuses to enroll. */
  readonly default_also?: readonly CoverageStatus[]
}

/** The columns a status change writes besides the status; missing ones don’t change. */
export type LineEffects = PlanEffects &
  WaiverEffects & {
    [
      K in
        | `${Coverage}_prior_status`
        | `${Coverage}_prior_tier`
        | `${Coverage}_prior_end_on`
        | `${Coverage}_waive_verified_on`
        | `${Coverage}_enroll_coverage_start_on`
        | `${Coverage}_enroll_coverage_end_on`
        | 'reverify_on'
        | FeeColumn
    ]?: string | null
  }
