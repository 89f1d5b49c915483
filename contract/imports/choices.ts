import { academicFields, enrollmentFields } from '../student-periods/fields.ts'
import { studentFields, type StudentField } from '../students/fields.ts'

/** The fields of a student-period that a roster may bring: no status, no waive or enroll field, no fee. */
export const importableEnrollmentFields = [
  ...academicFields,
  'disbursement_on',
] as const satisfies readonly (keyof typeof enrollmentFields)[]
export type ImportableEnrollmentField = (typeof importableEnrollmentFields)[number]

export type ImportField = StudentField | ImportableEnrollmentField

// Object.keys forgets that the keys are the student's fields.
export const importableStudentFields = Object.keys(studentFields) as StudentField[]

/** Every field that a column of a roster may be: decisions section 4, 'Import'. */
export const importFields: readonly ImportField[] = [
  ...importableStudentFields,
  ...importableEnrollmentFields,
]

export const isImportField = (name: string): name is ImportField =>
  Object.hasOwn(studentFields, name) || importableEnrollmentFields.some((field) => field === name)

/** What a roster must hold in every row; a new student needs `dob` too. */
export const requiredImportFields = [
  'sid',
  'last_name',
  'first_name',
] as const satisfies readonly ImportField[]

/** The words for a field. */
export const importFieldLabel = (field: ImportField): string =>
  ({ ...studentFields, ...enrollmentFields })[field].label
