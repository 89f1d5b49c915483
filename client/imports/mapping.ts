import {
  importableEnrollmentFields,
  importableStudentFields,
  importFieldLabel,
  isImportField,
  requiredImportFields,
  type ImportField,
} from '#contract/imports/choices.ts'
import { ssnMask } from '#contract/fields.ts'

/** Header of the file → field; null where the column is left out. */
export type Mapping = Readonly<Record<string, ImportField | null>>

/** The fields to choose from, in groups. */
export const fieldGroups = [
  { label: 'Student', fields: importableStudentFields.map(choiceOf) },
  { label: 'Enrollment', fields: importableEnrollmentFields.map(choiceOf) },
] as const

function choiceOf(field: ImportField) {
  return { field, label: importFieldLabel(field) }
}

/** The proposal of the server as a mapping: fields that are none of ours are left out. */
export const mappingFrom = (proposed: Readonly<Record<string, string | null>>): Mapping =>
  Object.fromEntries(
    Object.entries(proposed).map(([header, field]) => [
      header,
      field !== null && isImportField(field) ? field : null,
    ]),
  )

/** What keeps a mapping from being used, and what to know of it. */
export interface MappingFaults {
  /** Required fields that no column brings. */
  readonly missing: readonly ImportField[]
  /** Fields that several columns bring. */
  readonly doubles: ReadonlySet<ImportField>
  /** Column names that stand several times in the file and are not left out. */
  readonly repeated: ReadonlySet<string>
  /** Without a date of birth only students who are known already can be brought in. */
  readonly lacksBirthDate: boolean
}

const repeatedIn = <T>(values: readonly T[]): Set<T> =>
  new Set(values.filter((value, index) => values.indexOf(value) !== index))

const plain = (header: string): string => header.trim().toLowerCase()

export const faultsOf = (headers: readonly string[], mapping: Mapping): MappingFaults => {
  const used = Object.values(mapping).filter((field) => field !== null)
  const names = repeatedIn(headers.map(plain))
  return {
    missing: requiredImportFields.filter((field) => !used.includes(field)),
    doubles: repeatedIn(used),
    repeated: new Set(
      Object.keys(mapping).filter((header) => mapping[header] !== null && names.has(plain(header))),
    ),
    lacksBirthDate: !used.includes('dob'),
  }
}

export const isUsable = ({ missing, doubles, repeated }: MappingFaults): boolean =>
  missing.length === 0 && doubles.size === 0 && repeated.size === 0

/** The columns that have a name, once each, with the first values under them. */
export const columnsOf = (headers: readonly string[], sample: readonly (readonly string[])[]) =>
  headers
    .map((header, index) => ({
      header,
      values: sample.map((row) => row[index]?.trim() ?? '').filter((value) => value !== ''),
    }))
    .filter(({ header }, index) => header.trim() !== '' && headers.indexOf(header) === index)

/** A value as it may be shown: an SSN as its last four, whatever its column is taken for. */
export const shownValue = (value: string, field: ImportField | null): string =>
  /^\d{3}-\d{2}-\d{4}$/.test(value) || (field === 'ssn' && /^\d{9}$/.test(value))
    ? ssnMask(value.slice(-4))
    : value
