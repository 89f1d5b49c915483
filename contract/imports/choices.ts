import { enrollmentFields } from '../student-periods/fields.ts'
import { namesWith, type NamesWith } from '../record-field.ts'
import type { HoldCause } from './shapes.ts'
import { studentFields, type StudentField } from '../students/fields.ts'

/** The student-period fields a roster can import: no coverage status, no waive or enroll field, no fee. */
export const importableEnrollmentFields = namesWith(enrollmentFields, 'imported')
type ImportableEnrollmentField = NamesWith<typeof enrollmentFields, 'imported'>

export type ImportField = StudentField | ImportableEnrollmentField

// Object.keys drops the type of the student's fields
export const importableStudentFields = Object.keys(studentFields) as StudentField[]

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

/** What probably happened to a file that is held, as staff read it. */
export const holdTexts: Readonly<Record<HoldCause, string>> = {
  shifted_ids: 'The student ID column seems to be shifted: the IDs are in other rows than their students.',
  sorted_ids: 'The student ID column seems to have been sorted without the names.',
  other_people:
    'The student IDs belong to other people. Check the ID column, and that the file is for this school.',
  swapped_names: 'The first and last name columns seem to be swapped.',
  sorted_names: 'The names seem to have been sorted without the other columns.',
  shifted_birth_dates:
    'The birth dates seem to be in other rows than their students, or their days and months are swapped.',
}
