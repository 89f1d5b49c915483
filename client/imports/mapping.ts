import {
  importableEnrollmentFields,
  importableStudentFields,
  importFieldLabel,
  isImportField,
  requiredImportFields,
  type ImportField,
} from '#contract/imports/choices.ts'
import { ssnMask } from '#contract/fields.ts'

/** Column name in the file → field; null if the column is skipped. */
export type Mapping = Readonly<Record<string, ImportField | null>>

/** The fields to choose from, in groups. */
export const fieldGroups = [
  { label: 'Student', fields: importableStudentFields.map(choiceOf) },
  { label: 'Enrollment', fields: importableEnrollmentFields.map(choiceOf) },
] as const

function choiceOf(field: ImportField) {
  return { field, label: importFieldLabel(field) }
}

/** Returns the server's proposal as a mapping, without unknown fields. */
export const mappingFrom = (proposed: Readonly<Record<string, string | null>>): Mapping =>
  Object.fromEntries(
    Object.entries(proposed).map(([header, field]) => [
      header,
      field !== null && isImportField(field) ? field : null,
    ]),
  )

/** The errors of a mapping, and what users should know. */
export interface MappingIssueList {
  /** Required fields without a column. */
  readonly missing: readonly ImportField[]
  /** Fields with several columns. */
  readonly duplicates: ReadonlySet<ImportField>
  /** Column names that occur several times in the file and aren't skipped. */
  readonly repeated: ReadonlySet<string>
  /** Whether there is no date of birth: then only existing students can be imported. */
  readonly lacksBirthDate: boolean
}

const repeatedIn = <T>(values: readonly T[]): Set<T> =>
  new Set(values.filter((value, index) => values.indexOf(value) !== index))

const plain = (header: string): string => header.trim().toLowerCase()

export const issuesOf = (headers: readonly string[], mapping: Mapping): MappingIssueList => {
  const used = Object.values(mapping).filter((field) => field !== null)
  const names = repeatedIn(headers.map(plain))
  return {
    missing: requiredImportFields.filter((field) => !used.includes(field)),
    duplicates: repeatedIn(used),
    repeated: new Set(
      Object.keys(mapping).filter((header) => mapping[header] !== null && names.has(plain(header))),
    ),
    lacksBirthDate: !used.includes('dob'),
  }
}

export const isUsable = ({ missing, duplicates: doubles, repeated }: MappingIssueList): boolean =>
  missing.length === 0 && doubles.size === 0 && repeated.size === 0

/** Returns the named columns, once each, with their first values. */
export const columnsOf = (headers: readonly string[], sample: readonly (readonly string[])[]) =>
  headers
    .map((header, index) => ({
      header,
      values: sample.map((row) => row[index]?.trim() ?? '').filter((value) => value !== ''),
    }))
    .filter(({ header }, index) => header.trim() !== '' && headers.indexOf(header) === index)

/** Returns a value that can be shown: an SSN as its last 4 digits, in any column. */
export const shownValue = (value: string, field: ImportField | null): string =>
  /^\d{3}-\d{2}-\d{4}$/.test(value) || (field === 'ssn' && /^\d{9}$/.test(value))
    ? ssnMask(value.slice(-4))
    : value
