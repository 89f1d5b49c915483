import type { CarrierProblem, ProblemPlace } from '#contract/outputs/carrier-files/choices.ts'
import type { CarrierSettings } from '#contract/setup/period-documents/carrier-file.ts'
import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import type { AcademicStatus, DependentType } from '#contract/platform/record/student-period-choices.ts'
import type { MemberState } from './member-state.ts'

/** A coverage of a record. Days are `YYYY-MM-DD`, money is a decimal string. */
export interface RecordLine {
  readonly status: CoverageStatus
  readonly prior_status: CoverageStatus | null
  readonly prior_tier: Tier | null
  readonly starts_on: string | null
  readonly ends_on: string | null
  readonly premium: string | null
  readonly group_number: string | null
  readonly member_id: string | null
}

export type Gender = 'female' | 'male' | 'x'

export interface RecordDependent {
  readonly id: number
  readonly type: DependentType
  readonly first_name: string
  readonly last_name: string
  readonly dob: string | null
  readonly gender: Gender | null
  readonly ssn: string | null
  readonly covers: readonly Coverage[]
  /** Whether staff removed the dependent; what the carrier knows of them ends. */
  readonly is_removed: boolean
  /** The days of coverage that aren’t the student’s. */
  readonly starts: Readonly<Partial<Record<Coverage, string | null>>>
  readonly ends: Readonly<Partial<Record<Coverage, string | null>>>
}

export interface RecordStudent {
  readonly first_name: string
  readonly last_name: string
  readonly middle_initial: string | null
  readonly dob: string
  readonly gender: Gender | null
  readonly ssn: string | null
  readonly sid: string
  readonly prior_last_name: string | null
  readonly address_1: string | null
  readonly address_2: string | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly zip: string | null
  readonly phone: string | null
  readonly email: string | null
}

/** A student-period with everything a carrier file says about it. */
export interface CarrierRecord {
  /** Whether the record is active; false once it’s inactive or removed. */
  readonly is_current: boolean
  readonly academic_status: AcademicStatus | null
  readonly campus: string | null
  readonly expected_start_on: string | null
  readonly expected_graduation_on: string | null
  readonly student: RecordStudent
  readonly lines: Readonly<Record<Coverage, RecordLine>>
  readonly dependents: readonly RecordDependent[]
}

/** What the state of a record depends on besides the record. */
export interface StateFacts {
  readonly settings: CarrierSettings
  /** What the carrier knows; null if it was never told of the student. */
  readonly known: MemberState | null
  /** The day of the file, on which coverage ends that no longer has a record. */
  readonly asOf: string
}

/** Something that the carrier would reject. */
export interface Problem {
  readonly code: CarrierProblem
  readonly place: ProblemPlace
  readonly field: string
  readonly dependent: string | null
  readonly coverage_type: Coverage | null
  readonly tier: Tier | null
}
