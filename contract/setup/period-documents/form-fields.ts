import * as z from 'zod/mini'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { enrollmentFields, insuranceFields } from '#contract/platform/record/student-period-fields.ts'
import { currentName } from '#contract/platform/record/older-names.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'

/**
 * The fields a form of the student website can ask for: the waiver form asks for the other insurance, the
 * enrollment form for dependents.
 */
export type FormKind = 'enroll' | 'waive'

/** A field that a student form can ask for. */
export interface FormFieldChoice {
  readonly name: string
  readonly field: RecordField
  /** Its group in the list of fields. */
  readonly group: 'Student' | 'Enrollment' | 'Insurance' | 'Dependents'
}

/** The block for dependents, each with name, relation and birth date. */
const dependents: FormFieldChoice = {
  name: 'dependents',
  group: 'Dependents',
  field: { label: 'Dependents', kind: 'text', schema: z.string(), format: 'lines' },
}

const choicesFor = (
  fields: Readonly<Record<string, RecordField>>,
  group: FormFieldChoice['group'],
): readonly FormFieldChoice[] =>
  Object.entries(fields)
    .filter(([, field]) => !field.adminOnly && !field.readOnly && !field.officeOnly)
    .map(([name, field]) => ({ name, field, group }))

const lineFields = (kind: FormKind, coverage: Coverage): readonly FormFieldChoice[] =>
  choicesFor(insuranceFields, 'Insurance').filter(
    ({ field: { line } }) => line?.coverage === coverage && line.part === kind,
  )

/** Returns every field a form can ask for, in record order. */
export const formFieldsOf = (kind: FormKind): readonly FormFieldChoice[] => [
  ...choicesFor(studentFields, 'Student'),
  ...choicesFor(enrollmentFields, 'Enrollment'),
  ...coverages.flatMap((coverage) => lineFields(kind, coverage)),
  ...(kind === 'enroll' ? [dependents] : []),
]

/** What was answered so far, by the name of the field. */
type Answered = Readonly<Record<string, unknown>>

/**
 * Returns whether a student is asked for a field: not for one of a coverage type that isn’t on their form, not for the
 * subscriber’s name and birth date if they’re the subscriber, and not for another company’s name if they chose a company.
 */
export const isAskedFor = (name: string, coverageTypes: readonly Coverage[], answered: Answered): boolean => {
  const [, coverage, part] = /^(medical|dental|vision)_(.+)$/.exec(name) ?? []
  if (coverage === undefined || part === undefined) return true
  if (!coverageTypes.some((one) => one === coverage)) return false
  if (part === 'waive_insurance_name_other') return answered[`${coverage}_waive_insurance_company_id`] == null
  return (
    !['waive_subscriber_first_name', 'waive_subscriber_last_name', 'waive_subscriber_dob'].includes(part) ||
    answered[`${coverage}_waive_subscriber_relation`] !== 'self'
  )
}

/** Returns the field with the name of a company that isn’t listed, which answers the one with its ID; null for others. */
export const otherCompanyOf = (name: string): string | null =>
  name.endsWith('_waive_insurance_company_id') ? name.replace(/_company_id$/, '_name_other') : null

/** Returns the schema for the name of a field on a form. Old names are read as current ones. */
export const formFieldName = (kind: FormKind) => {
  const names = new Set(formFieldsOf(kind).map(({ name }) => name))
  // 'student.first_name' is still a student's field
  const known = (name: string): string => currentName(name).replace(/^student\./, '')
  return z.pipe(
    z.string().check(
      z.maxLength(100),
      z.refine((name) => names.has(known(name)), 'Choose a field this form can ask for.'),
    ),
    z.transform(known),
  )
}
