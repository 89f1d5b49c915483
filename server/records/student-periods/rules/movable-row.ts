import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import type { AcademicStatus, RecordStatus } from '#contract/platform/record/student-period-choices.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import type { EligibilityFacts, LifeEvent, PeriodOfLines } from '#server/platform/coverage/index.ts'
import type { Values } from '#server/platform/db/update-in-groups.ts'
import type { SignedForm } from '../queries/signed-forms.ts'

/** The parts of a student-period that status changes need. */
export interface MovableRow {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly version: number
  readonly name: string
  readonly sid: string
  readonly email: string | null
  /** The student’s name as in an address: `Ana Lopez`. */
  readonly addressee: string
  readonly status: RecordStatus
  readonly academic_status: AcademicStatus | null
  /** The change of academic status that waits for its day. */
  readonly planned: PlannedChange | null
  readonly loa_start_on: string | null
  readonly loa_end_on: string | null
  readonly requested_enrollment_on: string | null
  /** The day the student signed their latest form. */
  readonly signed_on: string | null
  /** The life event of the student’s latest enrollment form; null if it has none. */
  readonly life_event: LifeEvent | null
  /** What decides which deadlines and fees apply to the student. */
  readonly facts: EligibilityFacts
  readonly reverify_on: string | null
  readonly period: Period
  readonly dependents: readonly Dependent[]
  /** The student’s forms in effect, the latest first. */
  readonly forms: readonly SignedForm[]
  /**
   * Has the statuses, their prior values, the dates that status changes write, the requested columns, and with a waiver
   * form the details of the other insurance.
   */
  readonly values: Values
  readonly lines: Readonly<Record<Coverage, LineRow>>
}

interface PlannedChange {
  readonly academic_status: AcademicStatus
  readonly effective_on: string
}

/** The policy year of a row, with its rules. */
export interface Period extends PeriodOfLines {
  readonly id: number
}

interface LineRow {
  readonly status: CoverageStatus
  readonly prior_status: CoverageStatus | null
  readonly prior_tier: Tier | null
  readonly prior_end_on: string | null
  readonly coverage_start_on: string | null
  readonly coverage_end_on: string | null
  /** As the waiver form says that is open, or else as the record does. */
  readonly source_of_coverage: string | null
  readonly subscriber_relation: string | null
  readonly waive_verified_on: string | null
}

/** The parts of a row that changes of its values leave. */
type Unmoved = Pick<
  MovableRow,
  | 'id'
  | 'school_id'
  | 'student_id'
  | 'version'
  | 'name'
  | 'sid'
  | 'email'
  | 'addressee'
  | 'life_event'
  | 'period'
  | 'dependents'
  | 'forms'
>

/** Returns a row whose parsed fields are taken from its values, so that both agree. */
export const movableOf = (values: Values, rest: Unmoved): MovableRow => ({
  ...rest,
  // the CHECKs allow exactly the contract's enumerations
  status: textOf(values, 'status') as RecordStatus,
  academic_status: textOf(values, 'academic_status') as AcademicStatus | null,
  planned: plannedIn(values),
  loa_start_on: textOf(values, 'loa_start_on'),
  loa_end_on: textOf(values, 'loa_end_on'),
  requested_enrollment_on: textOf(values, 'requested_enrollment_on'),
  signed_on: textOf(values, 'signature_date'),
  facts: factsOf(values),
  reverify_on: textOf(values, 'reverify_on'),
  values,
  lines: {
    medical: lineOf(values, 'medical', rest.forms),
    dental: lineOf(values, 'dental', rest.forms),
    vision: lineOf(values, 'vision', rest.forms),
  },
})

/** Returns a row as it is once it has new values. */
export const withValues = (row: MovableRow, set: Values): MovableRow =>
  movableOf({ ...row.values, ...set }, row)

const plannedIn = (values: Values): PlannedChange | null => {
  const [status, day] = [textOf(values, 'planned_academic_status'), textOf(values, 'planned_status_on')]
  // the CHECK allows exactly the contract's enumeration
  return status === null || day === null
    ? null
    : { academic_status: status as AcademicStatus, effective_on: day }
}

const factsOf = (values: Values): EligibilityFacts => ({
  program: values['program'],
  campus: values['campus'],
  graduation_year: values['graduation_year'],
  academic_status: values['academic_status'],
})

/** Returns a text of a row’s values; null if it has none. */
export const textOf = (row: Values, name: string): string | null => {
  const value = row[name]
  return typeof value === 'string' ? value : null
}

const lineOf = (row: Values, coverage: Coverage, forms: readonly SignedForm[]): LineRow => ({
  // the domain coverage_status and the CHECKs allow exactly the contract's enumerations
  status: textOf(row, `${coverage}_status`) as CoverageStatus,
  prior_status: textOf(row, `${coverage}_prior_status`) as CoverageStatus | null,
  prior_tier: textOf(row, `${coverage}_prior_tier`) as Tier | null,
  prior_end_on: textOf(row, `${coverage}_prior_end_on`),
  coverage_start_on: textOf(row, `${coverage}_enroll_coverage_start_on`),
  coverage_end_on: textOf(row, `${coverage}_enroll_coverage_end_on`),
  source_of_coverage: signedSource(coverage, forms) ?? textOf(row, `${coverage}_waive_source_of_coverage`),
  subscriber_relation: textOf(row, `${coverage}_waive_subscriber_relation`),
  waive_verified_on: textOf(row, `${coverage}_waive_verified_on`),
})

/** Returns the source of coverage that a waiver form gives for a coverage type that isn’t decided. */
const signedSource = (coverage: Coverage, forms: readonly SignedForm[]): string | null => {
  const field = `${coverage}_waive_source_of_coverage`
  const open = forms.filter(({ decided_coverages: decided }) => !decided.includes(coverage))
  const value = open.map(({ answers }) => answers.get(field)).find((one) => one !== undefined)
  return typeof value === 'string' ? value : null
}
