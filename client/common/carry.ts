import { coverageLabels, coverages } from '#contract/coverage/choices.ts'
import { insuranceFields, type StudentPeriodField } from '#contract/student-periods/fields.ts'
import { fieldLabel } from '#client/common/field-words.ts'

/** What may be carried into the next policy year, as one choice. */
export interface CarryChoice {
  readonly key: string
  readonly label: string
  readonly fields: readonly StudentPeriodField[]
}

const one = (field: StudentPeriodField): CarryChoice => ({
  key: field,
  label: fieldLabel(field),
  fields: [field],
})

// Object.keys forgets that the keys are those of the fields. The company's name is read through its id.
const waiveFields = (Object.keys(insuranceFields) as StudentPeriodField[]).filter(
  (field) => /^[a-z]+_waive_/.test(field) && !field.endsWith('_waive_insurance_company'),
)

const academic = [
  'program',
  'campus',
  'graduation_year',
  'academic_status',
  'rotation_location',
  'expected_start_on',
  'expected_graduation_on',
  'loa_reason',
  'loa_start_on',
  'loa_end_on',
] as const satisfies readonly StudentPeriodField[]

const others = [
  'disbursement_on',
  'requested_enrollment_on',
  'reverify_on',
  'comment',
] as const satisfies readonly StudentPeriodField[]

const fees = [
  'admin_fee',
  'on_call_fee',
  'ltd_premium',
  'life_premium',
  'add_premium',
] as const satisfies readonly StudentPeriodField[]

/** The choices in groups. What is usual is chosen from the start: academic and waiver details. */
export const carryGroups: readonly {
  readonly label: string
  readonly isUsual: boolean
  readonly choices: readonly CarryChoice[]
}[] = [
  { label: 'Academic', isUsual: true, choices: academic.map(one) },
  {
    label: 'Waiver details',
    isUsual: true,
    choices: coverages.map((coverage) => ({
      key: `${coverage}_waive`,
      label: `${coverageLabels[coverage]} waiver`,
      fields: waiveFields.filter((field) => field.startsWith(`${coverage}_`)),
    })),
  },
  { label: 'Fees', isUsual: false, choices: fees.map(one) },
  { label: 'Other', isUsual: false, choices: others.map(one) },
]

/** The keys that are chosen from the start. */
export const usualChoices: ReadonlySet<string> = new Set(
  carryGroups.filter(({ isUsual }) => isUsual).flatMap(({ choices }) => choices.map(({ key }) => key)),
)

/** The fields behind the chosen keys. */
export const fieldsOf = (chosen: ReadonlySet<string>): StudentPeriodField[] =>
  carryGroups
    .flatMap(({ choices }) => choices)
    .filter(({ key }) => chosen.has(key))
    .flatMap(({ fields }) => fields)

/** What is usual, in a few parts: the academic fields, and each line's waiver. */
export const carryParts: readonly CarryChoice[] = carryGroups
  .filter(({ isUsual }) => isUsual)
  .flatMap(({ label, choices }) =>
    choices.every(({ fields }) => fields.length === 1)
      ? [{ key: label, label, fields: choices.flatMap(({ fields }) => fields) }]
      : choices,
  )
