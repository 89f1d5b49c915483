import {
  coverages,
  isCoverageStatus,
  tiers,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import type { AcademicStatus } from '#contract/student-periods/choices.ts'
import {
  enrollmentFields,
  insuranceFields,
  statusFieldOf,
  type StudentPeriodField,
} from '#contract/student-periods/fields.ts'
import { newLines, rolloverStatus, type PeriodOfLines } from '#server/coverage/index.ts'

const academicFields = [
  'graduation_year',
  'program',
  'campus',
  'rotation_location',
  'expected_start_on',
  'expected_graduation_on',
  'academic_status',
  'loa_reason',
  'loa_start_on',
  'loa_end_on',
] as const satisfies readonly StudentPeriodField[]

// Object.keys forgets that the keys are those of the fields.
const namesOf = (fields: object): StudentPeriodField[] => Object.keys(fields) as StudentPeriodField[]

/** The company's name is read through its id. */
const isStored = (field: string): boolean => !field.endsWith('_waive_insurance_company')
const waiveFields = namesOf(insuranceFields).filter(
  (field) => /^[a-z]+_waive_/.test(field) && isStored(field),
)

/** What a copy carries unless said otherwise: academic and waive fields (decisions section 4, 'Import'). */
export const defaultFieldsToCarry: readonly StudentPeriodField[] = [...academicFields, ...waiveFields]

/** What a copy may carry: no status, no enroll field. */
export const carriableFields: readonly StudentPeriodField[] = [
  ...namesOf(enrollmentFields).filter((field) => field !== 'status'),
  ...waiveFields,
]

const carriable: ReadonlySet<string> = new Set(carriableFields)

/** Where among the fields that are asked for the first one is that no copy carries; -1 where there is none. */
export const findUncarriable = (fields: readonly string[]): number =>
  fields.findIndex((field) => !carriable.has(field))

type Value = string | number | boolean | null
type Values = Readonly<Record<string, Value | undefined>>

export interface CarryContext {
  /** Of the offices' time zone. */
  readonly today: string
  /** The period that is carried into. */
  readonly period: PeriodOfLines
  readonly fields: readonly string[]
  /** Fields that are said with the copy: they stand over what is carried. */
  readonly given?: Values
}

/**
 * What a student-period becomes in another period, as values to write: the fields that it holds, and the lines, which
 * begin anew unless the student is exempt (decisions section 4, 'Import').
 */
export const carryOver = (source: Values, context: CarryContext): Record<string, Value> => {
  const values: Record<string, Value> = {}
  for (const field of context.fields) {
    const value = source[field]
    if (value != null) values[field] = value
  }
  Object.assign(values, context.given)
  // the CHECK of the column, and the schema of what is said, hold exactly the contract's academic statuses
  const academicStatus = (values['academic_status'] ?? null) as AcademicStatus | null
  return {
    ...values,
    ...newLines(academicStatus, context, (coverage, offered) => startOf(source, coverage, offered)),
  }
}

const startOf = (source: Values, coverage: Coverage, offered: boolean): CoverageStatus => {
  const status = source[statusFieldOf(coverage)]
  return rolloverStatus(isCoverageStatus(status) ? status : 'not_started', { offered })
}

/** Whom a dependent that is copied covers: the lines whose enrollment is renewed, and no other. */
export const carriedCovers = (covers: readonly string[], written: Values): Coverage[] =>
  coverages.filter(
    (coverage) =>
      covers.includes(coverage) && tiers.some((tier) => tier === written[statusFieldOf(coverage)]),
  )
