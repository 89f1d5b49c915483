import { enrollmentFields } from '../student-periods/fields.ts'
import { namesWith, type NamesWith } from '../record-field.ts'
import { studentFieldNames, studentFields, type StudentField } from '../students/fields.ts'

/** The student-period fields a roster can import: no coverage status, no waive or enroll field, no fee. */
export const importableEnrollmentFields = namesWith(enrollmentFields, 'imported')
type ImportableEnrollmentField = NamesWith<typeof enrollmentFields, 'imported'>

export type ImportField = StudentField | ImportableEnrollmentField

export const importableStudentFields: readonly StudentField[] = studentFieldNames

/** Every field that a roster column can map to (decisions section 4, Import). */
export const importFields: readonly ImportField[] = [
  ...importableStudentFields,
  ...importableEnrollmentFields,
]

export const isImportField = (name: string): name is ImportField =>
  importFields.some((field) => field === name)

/** The fields required in every row. A new student needs `dob` too. */
export const requiredImportFields = [
  'sid',
  'last_name',
  'first_name',
] as const satisfies readonly ImportField[]

/** Returns the label of an importable field, such as “Student ID”. */
export const importFieldLabel = (field: ImportField): string =>
  ({ ...studentFields, ...enrollmentFields })[field].label
