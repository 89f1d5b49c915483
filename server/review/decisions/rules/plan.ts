import { createHash } from 'node:crypto'
import { statusCatalogue, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { savedStatusColumns, statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { decisionSkips, Outcome } from '#contract/review/decisions/choices.ts'
import type { DependentChoice, KeptField, NewDecisions } from '#contract/review/decisions/outcome-shapes.ts'
import { reasonsFor } from '#contract/review/decisions/reasons.ts'
import { fieldChanges } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import {
  decisionEvents,
  dependentsFor,
  isLockedByBenefits,
  planChange,
  signedDependents,
  waiverFor,
  type ApprovedForm,
  type MatchedDependent,
  type MovableRow,
  type Plan as Change,
  type Step,
} from '#server/records/student-periods/index.ts'
import type { DecidableForm } from '../queries/forms.ts'
import type { Values } from '#server/platform/db/update-in-groups.ts'
import type { Reopened } from '../queries/open-coverages.ts'

/** What staff decide about one coverage type. */
export type DecisionLine = NewDecisions['lines'][number]

/** A decided line with the status change it causes. */
export interface PlannedLine extends DecisionLine {
  readonly from: CoverageStatus
  readonly to: CoverageStatus
  /** The dates, premiums, fees and details of the other insurance that it writes, for people. */
  readonly changes: FieldChange[]
  /** The details of the other insurance that stay, because staff changed them since the form arrived. */
  readonly kept: readonly KeptField[]
  readonly respond_by: string | null
  /** Whether it decides an appeal. */
  readonly is_appeal: boolean
}

/** The decisions about one form, ready to be saved. */
export interface Plan {
  readonly form: DecidableForm
  readonly row: MovableRow
  readonly lines: readonly PlannedLine[]
  /** What becomes of the student-period and its dependents. */
  readonly change: Change
  /** The signed dependents that the approved coverage types cover. */
  readonly dependents: readonly MatchedDependent[]
  readonly approved: readonly Coverage[]
  /** Whether a second person is to review the decisions. */
  readonly is_chosen: boolean
}

/** Why a form can’t be decided now; null if it can. */
export const reasonNotToDecide = (
  form: DecidableForm,
  { callerId, now }: { readonly callerId: number; readonly now: Date },
): keyof typeof decisionSkips | null => {
  if (form.progress === 'in_progress') return 'in_progress'
  if (form.superseded_by_id !== null) return 'superseded'
  if (form.student_period_id === null) return 'unmatched'
  const isClaimed = form.claimed_until !== null && new Date(form.claimed_until) > now
  return isClaimed && form.claimed_by_id !== callerId ? 'claimed' : null
}

/**
 * Returns whether some coverage types of a form are appeals that the caller can’t decide: whoever declined a waiver
 * doesn’t decide the appeal.
 */
export const mustBeOthers = (form: DecidableForm, wanted: readonly Coverage[], callerId: number): boolean =>
  ownDeclines(form.reopened, callerId).some((one) => wanted.includes(one))

/** What decisions of today depend on besides the form. */
export interface PlanContext {
  readonly today: string
  /** The last day on which a student can respond to unable to process. */
  readonly respond_by: string
  /** The percentage of waivers whose decisions a second person reviews. */
  readonly second_review_percent: number
}

/** Returns what a decision would change; null if the status of a line doesn’t allow it. */
export const planDecisions = (
  form: DecidableForm,
  row: MovableRow,
  lines: readonly DecisionLine[],
  { today, respond_by, second_review_percent: percent }: PlanContext,
  choices: readonly DependentChoice[] = [],
): Plan | Refused => {
  const of = { formId: form.id, choices }
  const approved = lines.filter(isApproved).map(({ coverage_type }) => coverage_type)
  const [dependents = []] = approved.map((coverage) => dependentsFor(row, coverage, of))
  const steps = lines.map((line) => stepOf(form, row, line, of))
  const change = planChange(
    row,
    [...steps, { dependents: signedDependents(form.id, dependents, approved) }],
    today,
  )
  const planned: PlannedLine[] = []
  for (const [index, line] of lines.entries()) {
    const coverage = line.coverage_type
    const from = row.lines[coverage].status
    const outcome = isDeclinedAgain(form, row, line) ? declinedAgain : change.outcomes[index]
    if (!outcome)
      return { refused: coverage, status: from, isLocked: isApproved(line) && isLockedByBenefits(row) }
    const effects = { ...outcome.effects, [statusFieldOf(coverage)]: outcome.to }
    planned.push({
      ...line,
      is_appeal: isAppealed(form, coverage),
      from,
      to: outcome.to,
      changes: fieldChanges(row.values, shown(effects)).map((change) => withCompany(form, row, change)),
      kept: isApproved(line) ? keptFor(form, row, coverage, of) : [],
      respond_by: line.outcome === 'utp' ? respond_by : null,
    })
  }
  const is_chosen = form.form_type === 'waiver' && isChosenForReview(form.id, percent)
  return { form, row, lines: planned, change, dependents, approved, is_chosen }
}

const keptFor = (form: DecidableForm, row: MovableRow, coverage: Coverage, of: ApprovedForm): KeptField[] =>
  waiverFor(row, coverage, of).kept.map(({ field, recorded, submitted }) => {
    const shownChange = withCompany(form, row, { field, before: recorded, after: submitted })
    return { field: shownChange.field, recorded: shownChange.before, submitted: shownChange.after }
  })

/** Returns the step of a decision about a coverage type; an appeal that is declined changes nothing. */
const stepOf = (form: DecidableForm, row: MovableRow, line: DecisionLine, of: ApprovedForm): Step => {
  const { coverage_type: coverage, outcome } = line
  if (isDeclinedAgain(form, row, line)) return { values: {} }
  if (outcome === 'approve' && form.plan_change_coverages.includes(coverage))
    return { event: 'dependents_changed', coverage, of }
  const event = decisionEvents[form.form_type][outcome]
  return event ? { event, coverage, of } : { values: {} }
}

const isDeclinedAgain = (
  form: DecidableForm,
  row: MovableRow,
  { coverage_type: coverage, outcome }: DecisionLine,
): boolean =>
  isAppealed(form, coverage) && outcome === 'decline' && row.lines[coverage].status === 'waiver_declined'

const isApproved = ({ outcome }: DecisionLine): boolean => outcome === 'approve'

/** Returns the signed dependents of whom staff must choose who they are before the decisions can be saved. */
export const unclearIn = ({ dependents }: Plan): readonly MatchedDependent[] =>
  dependents.filter(({ isClear }) => !isClear)

const isAppealed = ({ reopened }: DecidableForm, coverage: Coverage): boolean =>
  reopened.some(({ coverage_type, by }) => coverage_type === coverage && by === 'appeal')

/** An appeal that is declined changes no status. */
const declinedAgain = { to: 'waiver_declined', effects: {} } as const

/** A line whose status doesn’t allow the decision. */
interface Refused {
  readonly refused: Coverage
  readonly status: CoverageStatus
  /** Whether the student has used benefits, after which the policy year allows no waiver. */
  readonly isLocked: boolean
}

/** Shows an insurance company by its name instead of its ID. */
const withCompany = ({ id }: DecidableForm, { forms }: MovableRow, change: FieldChange): FieldChange => {
  if (!change.field.endsWith('_waive_insurance_company_id')) return change
  const names = forms.find((one) => one.id === id)?.companies
  const nameOf = (value: FieldChange['before']) => names?.get(Number(value)) ?? null
  const field = change.field.replace(/_id$/, '')
  return { field, before: nameOf(change.before), after: nameOf(change.after) }
}

/** Removes the columns that only reverse a status change. */
const shown = (effects: Values): Values =>
  Object.fromEntries(Object.entries(effects).filter(([name]) => !savedStatusColumns.has(name)))

/**
 * Checks what was sent about some coverage types of a form: they’re on the form, and an outcome other than an approval
 * has known reasons; the reason `other` has a note.
 * @param keyOf the key of a line’s field in the body
 * @throws Problem 422 by field
 */
export const assertLines = (
  form: DecidableForm,
  lines: readonly DecisionLine[],
  keyOf: (field: keyof DecisionLine, index: number) => string,
): void => {
  const errors = lines.flatMap((line, index) =>
    lineErrors(form, line).map(([field, message]) => [keyOf(field, index), message] as const),
  )
  if (errors.length > 0) throw problem.invalid(Object.fromEntries(errors))
}

const lineErrors = (form: DecidableForm, line: DecisionLine): (readonly [keyof DecisionLine, string])[] => {
  const { coverage_type, outcome, reason_codes: codes, note } = line
  if (!form.coverage_types.includes(coverage_type))
    return [['coverage_type', 'Choose coverage that’s on the form.']]
  if (decisionEvents[form.form_type][outcome] === undefined)
    return [['outcome', 'An enrollment form can’t be declined.']]
  const reason = reasonError(outcome, codes)
  const hasNote = (note ?? '') !== ''
  return [
    ...(reason === null ? [] : [['reason_codes', reason] as const]),
    ...(codes.includes('other') && !hasNote
      ? [['note', 'Enter the reason. The student sees it.'] as const]
      : []),
  ]
}

const reasonError = (outcome: Outcome, codes: readonly string[]): string | null => {
  if (outcome !== 'approve' && codes.length === 0) return 'Choose at least one reason.'
  const known = reasonsFor[outcome]
  return codes.every((code) => Object.hasOwn(known, code)) ? null : 'Choose reasons from the list.'
}

/** Returns the sentence for staff about a line that can’t be decided. */
export const refusalText = ({ status, isLocked }: Refused): string =>
  isLocked
    ? 'The student has used plan benefits, and this policy year allows no waiver after that.'
    : `The status “${statusCatalogue[status].label}” doesn’t allow this decision.`

/** The number of shares that a form can fall in: 0.01 percent each. */
const shares = 10_000

/**
 * Returns whether decisions about a form are reviewed by a second person. It depends on the form’s number only, not on
 * chance or the day, so that anyone can check the choice later, and undoing a decision doesn’t draw again. A larger share
 * includes the forms of a smaller one.
 * @param percent 0 to 100
 */
export const isChosenForReview = (formId: number, percent: number): boolean => {
  const hash = createHash('sha256').update(`second review of form ${formId}`).digest()
  return hash.readUInt32BE(0) % shares < (percent * shares) / 100
}

/** Returns the appealed coverage types that someone declined, so that someone else must decide them. */
export const ownDeclines = (reopened: readonly Reopened[], callerId: number): Coverage[] =>
  reopened
    .filter(({ by, decided_by_id: id }) => by === 'appeal' && id === callerId)
    .map(({ coverage_type }) => coverage_type)
