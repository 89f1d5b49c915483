import { coverages, isCoverageStatus, type CoverageStatus } from '#contract/coverage/choices.ts'
import type { AcademicStatus } from '#contract/student-periods/choices.ts'
import {
  enrollmentFields,
  insuranceFields,
  statusFieldOf,
  type StudentPeriodField,
} from '#contract/student-periods/fields.ts'
import { rolloverStatus } from '#server/coverage/index.ts'
import { newLines, type ImportPeriod } from './lines.ts'
import { differing, type Plan } from './plan.ts'
import { textOf, type Value } from './reading.ts'

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

/** A student-period to be carried over, and whether the student is in the new period already. */
export interface CopySource {
  readonly id: number
  readonly student_id: number
  readonly student_version: number
  readonly sid: string
  readonly name: string
  readonly target_id: number | null
  readonly target_version: number | null
  readonly values: Readonly<Record<string, Value | null>>
}

export interface CopyContext {
  readonly today: string
  readonly period: ImportPeriod
  readonly fields: readonly string[]
}

/** Decides what becomes of a student of the former period: added to the new one, or unchanged where already there. */
export const planCopy = (row: number, source: CopySource, context: CopyContext): Plan => {
  const plan = {
    row_number: row,
    sid: source.sid,
    name: source.name,
    student_id: source.student_id,
    student_version: source.student_version,
    student_period_id: source.target_id,
    student_period_version: source.target_version,
    from_student_period_id: source.id,
    ssn_index: null,
    ssn_cipher: null,
    ssn_last_four: null,
    student_changes: [],
    errors: [],
  }
  if (source.target_id !== null) return { ...plan, outcome: 'unchanged', student_period_changes: [] }
  const written = { ...carried(source, context.fields), ...linesOf(source, context) }
  return { ...plan, outcome: 'added', student_period_changes: differing({}, written) }
}

const carried = (source: CopySource, fields: readonly string[]): Record<string, Value | null> => {
  const values: Record<string, Value | null> = {}
  for (const field of fields) if (source.values[field] != null) values[field] = source.values[field]
  return values
}

const linesOf = (source: CopySource, context: CopyContext): Record<string, string | null> => {
  // the CHECK of the column holds exactly the contract's academic statuses
  const academicStatus = context.fields.includes('academic_status')
    ? (textOf(source.values['academic_status']) as AcademicStatus | null)
    : null
  const previous = new Map(coverages.map((name) => [name, source.values[statusFieldOf(name)]]))
  return newLines(academicStatus, context, (coverage, offered): CoverageStatus => {
    const status = previous.get(coverage)
    return rolloverStatus(isCoverageStatus(status) ? status : 'not_started', { offered })
  })
}
