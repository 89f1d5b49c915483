import { enrollmentFields } from '#contract/platform/record/student-period-fields.ts'
import {
  choicesOf,
  dayField,
  namesWith,
  type NamesWith,
  type RecordField,
  type RecordFields,
} from '#contract/platform/record/record-field.ts'
import {
  studentFieldNames,
  studentFields,
  type StudentField,
} from '#contract/platform/record/student-fields.ts'

/** The student-period fields a roster can import: no coverage status, no waive or enroll field, no fee. */
export const importableEnrollmentFields = namesWith(enrollmentFields, 'imported')
type ImportableEnrollmentField = NamesWith<typeof enrollmentFields, 'imported'>

/** What rosters say that no record has as a field. */
export const rosterFields = {
  /** The day from which the row’s academic status counts: after today, it waits for its day. */
  academic_status_on: dayField('Academic status date'),
} as const satisfies RecordFields

export type ImportField = StudentField | ImportableEnrollmentField | keyof typeof rosterFields

/** What a roster column can say about an enrollment. */
export const rosterEnrollmentFields = [...importableEnrollmentFields, 'academic_status_on'] as const

export const importableStudentFields: readonly StudentField[] = studentFieldNames

/** Every field that a roster column can map to. */
export const importFields: readonly ImportField[] = [...importableStudentFields, ...rosterEnrollmentFields]

const isImportField = (name: string): name is ImportField => importFields.some((field) => field === name)

/** The fields required in every row. A new student needs `dob` too. */
export const requiredImportFields = [
  'sid',
  'last_name',
  'first_name',
] as const satisfies readonly ImportField[]

const fields: Readonly<Record<ImportField, RecordField>> = {
  ...studentFields,
  ...enrollmentFields,
  ...rosterFields,
}

/** Returns the label of an importable field, such as “Student ID”. */
export const importFieldLabel = (field: ImportField): string => fields[field].label

/** What a roster column can be matched to: a field, or a whole name that is split into its fields. */
export type ImportTarget = ImportField | 'full_name'

export const isImportTarget = (name: string): name is ImportTarget =>
  name === 'full_name' || isImportField(name)

/** The fields that a whole name is split into. */
export const nameParts = [
  'last_name',
  'first_name',
  'middle_initial',
] as const satisfies readonly ImportField[]

/** The fields that can’t have columns of their own beside one with whole names. */
export const wholeNameFields = ['last_name', 'first_name'] as const satisfies readonly ImportField[]

/** Returns the label of what a column is matched to. */
export const importTargetLabel = (target: ImportTarget): string =>
  target === 'full_name' ? 'Name (Last, First)' : importFieldLabel(target)

/** Returns the labels of the values that a column’s cells can have; none if they aren’t choices. */
export const choiceLabelsOf = (target: ImportTarget): string[] =>
  target === 'full_name' ? [] : choicesOf(fields[target]).map(({ label }) => label)

/** Returns the required fields for which no column is matched. */
export const missingFields = (matched: readonly ImportTarget[]): ImportField[] =>
  requiredImportFields.filter(
    (field) =>
      !matched.includes(field) &&
      !(matched.includes('full_name') && wholeNameFields.some((part) => part === field)),
  )

/** Why a student of the earlier policy year isn’t copied; the first one that applies counts. */
export const leftOutReasons = [
  'already_in_year',
  'inactive',
  'graduated',
  'withdrawn',
  'graduates_before',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** The orders of month, day and year in a file’s dates. */
export const dateOrders = ['mdy', 'dmy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The addresses that a file can have side by side; `plain` columns don’t say which one they are. */
export const addressGroups = ['plain', 'mailing', 'home', 'local', 'permanent'] as const
export type AddressGroup = (typeof addressGroups)[number]

/** Why a whole file is held: many of its rows are probably about other students. */
export const holdCauses = [
  'shifted_ids',
  'sorted_ids',
  'other_people',
  'swapped_names',
  'sorted_names',
  'shifted_birth_dates',
] as const
export type HoldCause = (typeof holdCauses)[number]

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
