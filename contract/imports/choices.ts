import { enrollmentFields } from '../student-periods/fields.ts'
import { namesWith, type NamesWith } from '../record-field.ts'
import { studentFields, type StudentField } from '../students/fields.ts'

/** The fields of a student-period that a roster may bring: no status of coverage, no waive or enroll field, no fee. */
export const importableEnrollmentFields = namesWith(enrollmentFields, 'imported')
export type ImportableEnrollmentField = NamesWith<typeof enrollmentFields, 'imported'>

export type ImportField = StudentField | ImportableEnrollmentField

// Object.keys forgets that the keys are the student's fields.
export const importableStudentFields = Object.keys(studentFields) as StudentField[]

/** Every field that a column of a roster may be: decisions section 4, 'Import'. */
export const importFields: readonly ImportField[] = [
  ...importableStudentFields,
  ...importableEnrollmentFields,
]

export const isImportField = (name: string): name is ImportField =>
  importFields.some((field) => field === name)

/** What a roster must hold in every row; a new student needs `dob` too. */
export const requiredImportFields = [
  'sid',
  'last_name',
  'first_name',
] as const satisfies readonly ImportField[]

/** The words for a field. */
export const importFieldLabel = (field: ImportField): string =>
  ({ ...studentFields, ...enrollmentFields })[field].label
