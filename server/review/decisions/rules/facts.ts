import { createHash } from 'node:crypto'
import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type {
  insuranceTypes,
  sourcesOfCoverage,
  subscriberRelations,
} from '#contract/platform/record/student-period-choices.ts'
import type { CompanyFlag, WaiverDocumentKind } from '#contract/review/decisions/shapes.ts'
import type { EligibilityStatus } from '#contract/review/verifications/choices.ts'
import type { AttestedKey } from '#contract/setup/period-documents/attested.ts'
import type { benefits, languages } from '#contract/setup/period-documents/waiver-choices.ts'
import type { WaiverValues } from '#contract/setup/period-documents/waiver-configuration.ts'
import { canonicalText } from '#server/platform/lib/canonical-text.ts'

/** A document of a waiver. Days are `YYYY-MM-DD`, as everywhere here. */
export interface SentDocument {
  readonly kind: WaiverDocumentKind
  /** What names it in the evidence: its ID. */
  readonly ref: string
  /** The date on it; null if no one has read it yet. */
  readonly dated_on: string | null
}

/** The result of an eligibility check (270/271), or of staff. Amounts are decimal strings in dollars. */
export interface EligibilityResult {
  readonly ref: string | null
  /** Whether staff found it out themselves; no machine has checked it then. */
  readonly is_manual?: true
  readonly status: EligibilityStatus
  readonly plan_name: string | null
  readonly plan_begins_on: string | null
  /** Null if the plan has no known end. */
  readonly plan_ends_on: string | null
  /** Individual, in network, per calendar year. */
  readonly deductible: string | null
  readonly out_of_pocket_max: string | null
  /** What the answer leaves open, as sentences; staff settle it. */
  readonly questions?: readonly string[]
  /** Whether the plan covers a service; a missing service wasn’t in the result. */
  readonly services: Readonly<Partial<Record<(typeof benefits)[number], boolean>>>
}

/** What is known about the insurance company. */
export interface Company extends Readonly<Record<CompanyFlag, boolean>> {
  readonly name: string | null
  /** The state whose Medicaid program it runs. */
  readonly medicaid_state: string | null
}

/** The other coverage that one line is waived with. */
export interface WaivedLine {
  readonly status: CoverageStatus | null
  /** The tier before an enrolled student asked to waive. */
  readonly prior_tier: CoverageStatus | null
  readonly coverage_starts_on: string | null
  readonly source_of_coverage: (typeof sourcesOfCoverage)[number] | null
  readonly insurance_type: (typeof insuranceTypes)[number] | null
  readonly subscriber_relation: (typeof subscriberRelations)[number] | null
  readonly member_id: string | null
  /** Whether staff gave the student an exception. */
  readonly has_exception: boolean
  readonly company: Company
}

/** Everything that a decision about one coverage of a waiver is made from. */
export interface WaiverFacts {
  readonly rules: WaiverValues
  readonly year: { readonly starts_on: string; readonly ends_on: string }
  readonly student: {
    readonly program: string | null
    readonly campus: string | null
    readonly class_year: number | null
    readonly rotation_location: string | null
    /** Whether the visa rules can apply; null if it isn’t recorded. */
    readonly has_visa: boolean | null
    readonly language: (typeof languages)[number]
  }
  readonly line: WaivedLine
  readonly documents: readonly SentDocument[]
  /** What the student said to each statement; a missing key wasn’t answered. */
  readonly attestations: Readonly<Partial<Record<AttestedKey, boolean>>>
  readonly submitted_on: string
  /** The student’s waiver deadline; null if there’s none. */
  readonly deadline_on: string | null
  readonly today: string
  /** The latest eligibility result; null if there’s none. */
  readonly eligibility: EligibilityResult | null
}

/** Returns the SHA-256 of frozen facts. It can be computed again from the saved ones. */
export const hashOf = (facts: unknown): Buffer => createHash('sha256').update(canonicalText(facts)).digest()
