import {
  importableStudentFields,
  importTargetLabel,
  isImportTarget,
  missingFields,
  rosterEnrollmentFields,
  wholeNameFields,
  type ImportField,
  type ImportTarget,
} from '#contract/review/imports/choices.ts'
import { ssnMask } from '#contract/platform/fields.ts'
import { splitName } from '#contract/review/imports/split-name.ts'

/** Column name in the file → field; null if the column is skipped. */
export type Mapping = Readonly<Record<string, ImportTarget | null>>

/** The fields to choose from, in groups. */
export const fieldGroups = [
  { label: 'Student', fields: (['full_name', ...importableStudentFields] as const).map(choiceOf) },
  { label: 'Enrollment', fields: rosterEnrollmentFields.map(choiceOf) },
] as const

function choiceOf(field: ImportTarget) {
  return { field, label: importTargetLabel(field) }
}

/** Returns the server's proposal as a mapping, without unknown fields. */
export const mappingFrom = (proposed: Readonly<Record<string, string | null>>): Mapping =>
  Object.fromEntries(
    Object.entries(proposed).map(([header, field]) => [
      header,
      field !== null && isImportTarget(field) ? field : null,
    ]),
  )

/** The errors of a mapping, and what users should know. */
export interface MappingIssueList {
  /** Required fields without a column. */
  readonly missing: readonly ImportField[]
  /** Fields with several columns. */
  readonly duplicates: ReadonlySet<ImportTarget>
  /** Whether last or first names have a column of their own beside one with whole names. */
  readonly splitsTwice: boolean
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
    missing: missingFields(used),
    duplicates: repeatedIn(used),
    splitsTwice: used.includes('full_name') && wholeNameFields.some((field) => used.includes(field)),
    repeated: new Set(
      Object.keys(mapping).filter((header) => mapping[header] !== null && names.has(plain(header))),
    ),
    lacksBirthDate: !used.includes('dob'),
  }
}

export const isUsable = ({
  missing,
  duplicates: doubles,
  repeated,
  splitsTwice,
}: MappingIssueList): boolean =>
  missing.length === 0 && doubles.size === 0 && repeated.size === 0 && !splitsTwice

/** Returns the named columns, once each, with their first values. */
export const columnsOf = (headers: readonly string[], sample: readonly (readonly string[])[]) =>
  headers
    .map((header, index) => ({
      header,
      values: sample.map((row) => row[index]?.trim() ?? '').filter((value) => value !== ''),
    }))
    .filter(({ header }, index) => header.trim() !== '' && headers.indexOf(header) === index)

/** Returns a value that can be shown: an SSN as its last 4 digits, in any column; a whole name in its parts. */
export const shownValue = (value: string, field: ImportTarget | null): string => {
  if (field !== 'full_name') return maskedValue(value, field)
  const name = splitName(value)
  return name
    ? [
        `Last: ${name.last_name}`,
        name.first_name && `First: ${name.first_name}`,
        name.middle_initial && `MI: ${name.middle_initial}`,
      ]
        .filter(Boolean)
        .join(' · ')
    : value
}

const maskedValue = (value: string, field: ImportTarget | null): string =>
  /^\d{3}-\d{2}-\d{4}$/.test(value) || (field === 'ssn' && /^\d{9}$/.test(value))
    ? ssnMask(value.slice(-4))
    : value
