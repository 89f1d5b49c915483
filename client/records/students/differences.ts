import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import {
  dependentDateFields,
  dependentFields,
  enrollmentFields,
  insuranceFields,
  statusFields,
} from '#contract/platform/record/student-period-fields.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import type { PlainValue } from '#client/platform/record/field-value.ts'

type Values = Readonly<Record<string, unknown>>

/** A field of a past version, with its value today. */
export interface PastFact {
  readonly field: string
  readonly before: PlainValue
  readonly today: PlainValue
  readonly differs: boolean
}

const isListOfText = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const plain = (value: unknown): PlainValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || isListOfText(value)
    ? value
    : null

const isNone = (value: PlainValue): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** Returns the fields with a value then or now; `present` is null if there is nothing to compare with. */
export const pastFacts = (fields: readonly string[], past: Values, present: Values | null): PastFact[] =>
  fields
    .map((field) => {
      const before = plain(past[field])
      const today = present === null ? before : plain(present[field])
      return { field, before, today, differs: JSON.stringify(before) !== JSON.stringify(today) }
    })
    .filter(({ before, today }) => !isNone(before) || !isNone(today))

/** The groups of a student's own fields. */
export const studentGroup = { title: 'Student', fields: Object.keys(studentFields) } as const

/** The groups of a policy year's fields, as on the record. Companies are shown by name. */
export const yearGroups: readonly { readonly title: string; readonly fields: readonly string[] }[] = [
  { title: 'Coverage', fields: Object.keys(statusFields) },
  { title: 'Enrollment', fields: Object.keys(enrollmentFields) },
  ...coverages.map((coverage) => ({
    title: `${coverageLabels[coverage]} waiver and enrollment`,
    fields: Object.entries<RecordField>(insuranceFields).flatMap(([name, { line, format }]) =>
      line?.coverage === coverage && format !== 'company' ? [name] : [],
    ),
  })),
]

/** The fields compared of a dependent. */
export const dependentNames = [...Object.keys(dependentFields), 'covers', ...Object.keys(dependentDateFields)]
