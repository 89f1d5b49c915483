import type { Coverage, CoverageStatus } from '#contract/coverage/choices.ts'
import { statusCatalogue } from '#contract/coverage/choices.ts'
import type { StaffEvent } from '#contract/coverage/events.ts'
import type { decisionSkips, NewDecisions, Outcome } from '#contract/decisions/outcome-shapes.ts'
import { reasonsFor } from '#contract/decisions/reasons.ts'
import type { FormType } from '#contract/form-submissions/choices.ts'
import type { FieldChange } from '#contract/history/shapes.ts'
import { savedStatusColumns, statusFieldOf } from '#contract/student-periods/fields.ts'
import { runEvent } from '../coverage/index.ts'
import { fieldChanges } from '../history/index.ts'
import { problem } from '../problem.ts'
import { lineOf, moveContextOf, type MovableRow, type Values } from '../student-periods/index.ts'
import type { DecidableForm } from './forms.ts'
import { ownDeclines } from './reopened.ts'
import { isChosenForReview } from './rules/choose-for-review.ts'

/** What staff decide about one coverage type. */
export type DecisionLine = NewDecisions['lines'][number]

/** The staff event of each outcome. Enrollments aren’t declined: a student who doesn’t qualify gets no status change. */
const events: Readonly<Record<FormType, Readonly<Partial<Record<Outcome, StaffEvent>>>>> = {
  waiver: { approve: 'approve_waiver', utp: 'mark_waiver_utp', decline: 'decline_waiver' },
  enroll: { approve: 'approve_enrollment', utp: 'mark_enrollment_utp' },
}

/** A decided line with the status change it causes. */
export interface PlannedLine extends DecisionLine {
  readonly from: CoverageStatus
  readonly to: CoverageStatus
  /** The dates, premiums and fees that it writes, for people. */
  readonly changes: FieldChange[]
  readonly respond_by: string | null
  /** Whether it decides an appeal. */
  readonly is_appeal: boolean
}

/** The decisions about one form, ready to be saved. */
export interface Plan {
  readonly form: DecidableForm
  readonly row: MovableRow
  readonly lines: readonly PlannedLine[]
  /** The new values of the student-period. */
  readonly set: Values
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
): Plan | Refused => {
  const set: Record<string, Values[string]> = {}
  const planned: PlannedLine[] = []
  for (const line of lines) {
    const coverage = line.coverage_type
    const event = events[form.form_type][line.outcome]
    const current = lineOf(row, coverage)
    const is_appeal = isAppealed(form, coverage)
    const outcome =
      is_appeal && line.outcome === 'decline' && current.status === 'waiver_declined'
        ? declinedAgain
        : event && runEvent(event, current, moveContextOf(row, coverage, today))
    if (!outcome) return { refused: coverage, status: current.status }
    const effects = { ...outcome.effects, [statusFieldOf(coverage)]: outcome.to }
    Object.assign(set, effects)
    planned.push({
      ...line,
      is_appeal,
      from: current.status,
      to: outcome.to,
      changes: fieldChanges(row.values, shown(effects)),
      respond_by: line.outcome === 'utp' ? respond_by : null,
    })
  }
  const is_chosen = form.form_type === 'waiver' && isChosenForReview(form.id, percent)
  return { form, row, lines: planned, set: differing(row, set), is_chosen }
}

const isAppealed = ({ reopened }: DecidableForm, coverage: Coverage): boolean =>
  reopened.some(({ coverage_type, by }) => coverage_type === coverage && by === 'appeal')

/** An appeal that is declined changes no status. */
const declinedAgain = { to: 'waiver_declined', effects: {} } as const

/** A line whose status doesn’t allow the decision. */
interface Refused {
  readonly refused: Coverage
  readonly status: CoverageStatus
}

const differing = (row: MovableRow, set: Values): Values =>
  Object.fromEntries(Object.entries(set).filter(([name, value]) => (row.values[name] ?? null) !== value))

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
  if (events[form.form_type][outcome] === undefined) return [['outcome', 'An enroll form can’t be declined.']]
  const reason = reasonError(outcome, codes)
  const hasNote = (note ?? '') !== ''
  return [
    ...(reason === null ? [] : [['reason_codes', reason] as const]),
    ...(codes.includes('other') && !hasNote
      ? [['note', 'Write the reason. The student reads it.'] as const]
      : []),
  ]
}

const reasonError = (outcome: Outcome, codes: readonly string[]): string | null => {
  if (outcome !== 'approve' && codes.length === 0) return 'Choose at least one reason.'
  const known = reasonsFor[outcome]
  return codes.every((code) => Object.hasOwn(known, code)) ? null : 'Choose reasons from the list.'
}

/** Returns the sentence for staff about a line that can’t be decided. */
export const refusalText = ({ status }: Refused): string =>
  `The status “${statusCatalogue[status].label}” doesn’t allow this decision.`
