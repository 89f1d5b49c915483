import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { waitsIn } from '#contract/platform/coverage/status-groups.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { insuranceFields } from '#contract/platform/record/student-period-fields.ts'
import type { DependentChoice, KeptField } from '#contract/review/decisions/outcome-shapes.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { Value } from '#server/platform/db/update-in-groups.ts'
import type { SignedForm } from '../queries/signed-forms.ts'
import { coveredAfter, matchDependents, type MatchedDependent } from './match-dependents.ts'

/** The form whose approval is evaluated; without an ID, the latest one in effect. */
export interface ApprovedForm {
  readonly formId?: number | undefined
  /** What staff chose about its dependents. */
  readonly choices?: readonly DependentChoice[] | undefined
}

interface Row {
  readonly dependents: readonly Dependent[]
  readonly forms: readonly SignedForm[]
  readonly lines: Readonly<Record<Coverage, { readonly status: CoverageStatus }>>
}

/** Returns the form of a type that an approval of a coverage type is about. */
export const formFor = (
  { forms }: Pick<Row, 'forms'>,
  type: FormType,
  coverage: Coverage,
  formId?: number,
): SignedForm | undefined =>
  forms.find(
    (form) =>
      form.form_type === type &&
      form.coverage_types.includes(coverage) &&
      (formId === undefined ? !form.flagged_coverages.includes(coverage) : form.id === formId),
  )

/** Returns what the approval of a waiver takes over from its form. */
export const waiverFor = (row: Row, coverage: Coverage, { formId }: ApprovedForm = {}): TakenOver => {
  const form = formFor(row, 'waiver', coverage, formId)
  return form ? takeOverWaiver(coverage, form) : { set: {}, kept: [] }
}

/**
 * Returns the signed dependents that the approval of a pending enrollment covers, or of a change of the plan by the form
 * that asks for it; empty for any other status.
 */
export const dependentsFor = (
  row: Row,
  coverage: Coverage,
  { formId, choices }: ApprovedForm = {},
): MatchedDependent[] => {
  const form = formFor(row, 'enroll', coverage, formId)
  if (!form) return []
  const isChange = formId !== undefined && form.plan_change_coverages.includes(coverage)
  return isChange || waitsIn('enroll', row.lines[coverage].status)
    ? matchDependents(form.dependents, row.dependents, choices)
    : []
}

/** Returns the dependents that a coverage type covers, or of a pending enrollment will cover. */
export const coveredFor = (row: Row, coverage: Coverage, of: ApprovedForm): Pick<Dependent, 'type'>[] =>
  coveredAfter(coverage, row.dependents, dependentsFor(row, coverage, of))

/** What the approval of a waiver writes about the other insurance, and what it leaves as staff changed it. */
interface TakenOver {
  readonly set: Readonly<Record<string, Value>>
  readonly kept: readonly KeptField[]
}

type WaiverForm = Pick<SignedForm, 'answers' | 'companies' | 'recorded' | 'arrived'>

const fields: Readonly<Record<string, RecordField>> = insuranceFields

/** The fields of the other insurance that a form can tell. */
const fieldsOf = (coverage: Coverage): string[] =>
  Object.entries(fields)
    .filter(([, { line, adminOnly, readOnly }]) => {
      const isOther = line?.coverage === coverage && line.part === 'waive'
      return isOther && !adminOnly && !readOnly
    })
    .map(([name]) => name)

/** The fields that say which plan it is. */
const namesPlan = [
  'waive_insurance_company_id',
  'waive_insurance_name_other',
  'waive_member_subscriber_number',
]

/** Returns the answers about a coverage type. A company that was removed since is left as the name it had. */
const answersFor = (coverage: Coverage, { answers, companies }: WaiverForm): Map<string, Value> => {
  const own = new Map<string, Value>(
    fieldsOf(coverage).flatMap((name) => {
      const value = answers.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const id = own.get(`${coverage}_waive_insurance_company_id`)
  if (id === undefined || companies.has(Number(id))) return own
  own.delete(`${coverage}_waive_insurance_company_id`)
  own.set(
    `${coverage}_waive_insurance_name_other`,
    answers.get(`${coverage}_waive_insurance_company`) ?? null,
  )
  return own
}

/** Returns whether a form names another plan than the record. */
const isOtherPlan = (
  coverage: Coverage,
  answers: ReadonlyMap<string, Value>,
  { recorded }: WaiverForm,
): boolean =>
  namesPlan.some((name) => {
    const before = recorded[`${coverage}_${name}`] ?? null
    return before !== null && before !== (answers.get(`${coverage}_${name}`) ?? null)
  })

/**
 * Returns what the approval of a waiver form writes for a coverage type (docs/domain.md, “Student forms”): its answers.
 * If the form names another plan than the record, what it leaves empty is cleared, so that 2 plans don’t mix. A field
 * that staff changed since the form arrived stays.
 */
const takeOverWaiver = (coverage: Coverage, form: WaiverForm): TakenOver => {
  const answers = answersFor(coverage, form)
  if (answers.size === 0) return { set: {}, kept: [] }
  const names = isOtherPlan(coverage, answers, form) ? fieldsOf(coverage) : [...answers.keys()]
  const differing = names
    .map((field) => ({
      field,
      recorded: form.recorded[field] ?? null,
      submitted: answers.get(field) ?? null,
    }))
    .filter(({ recorded, submitted }) => recorded !== submitted)
  const isChanged = ({ field, recorded }: { field: string; recorded: Value }): boolean =>
    form.arrived.has(field) && form.arrived.get(field) !== recorded
  return {
    set: Object.fromEntries(
      differing.filter((one) => !isChanged(one)).map(({ field, submitted }) => [field, submitted]),
    ),
    kept: differing.filter(isChanged),
  }
}
