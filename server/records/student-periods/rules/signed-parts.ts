import type { Coverage, CoverageStatus } from '#contract/setup/coverage/choices.ts'
import { waitsIn } from '#contract/setup/coverage/status-groups.ts'
import type { DependentChoice } from '#contract/review/decisions/outcome-shapes.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { Dependent } from '#contract/records/student-periods/shapes.ts'
import type { SignedForm } from '../signed-forms.ts'
import { coveredAfter, matchDependents, type MatchedDependent } from './match-dependents.ts'
import { takeOverWaiver, type TakenOver } from './take-over-waiver.ts'

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
export const coveredFor = (row: Row, coverage: Coverage, of: ApprovedForm = {}): Pick<Dependent, 'type'>[] =>
  coveredAfter(coverage, row.dependents, dependentsFor(row, coverage, of))
