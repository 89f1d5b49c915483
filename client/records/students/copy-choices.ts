import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import {
  insuranceFields,
  studentPeriodFields,
  type EnrollmentField,
  type StudentPeriodField,
} from '#contract/platform/record/student-period-fields.ts'
import { enrollmentPlaces } from '#client/platform/record/field-places.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'

/** A choice of fields to copy to the next policy year. */
interface CopyChoice {
  readonly key: string
  readonly label: string
  readonly fields: readonly StudentPeriodField[]
}

const one = (field: StudentPeriodField): CopyChoice => ({
  key: field,
  label: fieldLabel(field),
  fields: [field],
})

type Copied = RecordField['copied']

const copiedOf = (name: StudentPeriodField): Copied => {
  const { copied }: RecordField = studentPeriodFields[name]
  return copied
}

// Object.keys loses the key type; the keys are those of the tables.
const enrollment = Object.keys(enrollmentPlaces) as EnrollmentField[]
const insurance = Object.keys(insuranceFields) as (keyof typeof insuranceFields)[]

const choicesOf = (copied: Copied, isFee = false): CopyChoice[] =>
  enrollment
    .filter((name) => copiedOf(name) === copied)
    .filter((name) => (enrollmentPlaces[name].section === 'Supplemental fees') === isFee)
    .map(one)

/** The choices in groups. Academic and waiver details are selected by default. */
export const carryGroups: readonly {
  readonly label: string
  readonly isUsual: boolean
  readonly choices: readonly CopyChoice[]
}[] = [
  { label: 'Academic details', isUsual: true, choices: choicesOf('usual') },
  {
    label: 'Waiver details',
    isUsual: true,
    choices: coverages.map((coverage) => ({
      key: `${coverage}_waive`,
      label: `${coverageLabels[coverage]} waiver`,
      fields: insurance.filter((name) => {
        const { copied, line }: RecordField = insuranceFields[name]
        return copied !== undefined && line?.coverage === coverage
      }),
    })),
  },
  { label: 'Fees', isUsual: false, choices: choicesOf('offered', true) },
  { label: 'Other', isUsual: false, choices: choicesOf('offered') },
]

/** The keys selected by default. */
export const usualChoices: ReadonlySet<string> = new Set(
  carryGroups.filter(({ isUsual }) => isUsual).flatMap(({ choices }) => choices.map(({ key }) => key)),
)

/** Returns the fields of the selected keys. */
export const fieldsOf = (chosen: ReadonlySet<string>): StudentPeriodField[] =>
  carryGroups
    .flatMap(({ choices }) => choices)
    .filter(({ key }) => chosen.has(key))
    .flatMap(({ fields }) => fields)

/** The default choices in a few parts: the academic fields, and each coverage type's waiver. */
export const copyParts: readonly CopyChoice[] = carryGroups
  .filter(({ isUsual }) => isUsual)
  .flatMap(({ label, choices }) =>
    choices.every(({ fields }) => fields.length === 1)
      ? [{ key: label, label, fields: choices.flatMap(({ fields }) => fields) }]
      : choices,
  )
