import { coverageLabels, coverages } from '#contract/coverage/choices.ts'
import type { RecordField } from '#contract/record-field.ts'
import {
  dependentFields,
  enrollmentFields,
  insuranceFields,
  statusFields,
} from '#contract/student-periods/fields.ts'
import { studentFields } from '#contract/students/fields.ts'
import type { PlainValue } from '#client/common/field-value.ts'

type Values = Readonly<Record<string, unknown>>

/** A field of the past, beside what it is today. */
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

/** Fields that held something then or hold something now; `present` is null where there is nothing to compare with. */
export const pastFacts = (fields: readonly string[], past: Values, present: Values | null): PastFact[] =>
  fields
    .map((field) => {
      const before = plain(past[field])
      const today = present === null ? before : plain(present[field])
      return { field, before, today, differs: JSON.stringify(before) !== JSON.stringify(today) }
    })
    .filter(({ before, today }) => !isNone(before) || !isNone(today))

/** Groups of a student's own fields. */
export const studentGroup = { title: 'Student', fields: Object.keys(studentFields) } as const

/** Groups of a policy year's fields, as the record shows them. Companies stand by their names. */
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

/** What is compared of a dependent. */
export const dependentNames = [...Object.keys(dependentFields), 'covers']
