import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { HistoryKind } from '#contract/platform/history/shapes.ts'
import { savedStatusColumns, statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { AcademicStatus, RecordStatus } from '#contract/platform/record/student-period-choices.ts'
import type { Permission } from '#contract/platform/access.ts'
import {
  enrollmentTermsFor,
  eventForAcademicStatus,
  evaluateMove,
  feeColumns,
  leaveDates,
  movesFrom,
  currentPremium,
  reverifyOnAfter,
  rulesOf,
  runEvent,
  type Evaluation,
  type Line,
  type LineEffects,
  type MoveContext,
} from '#server/platform/coverage/index.ts'
import { fieldChanges } from '#server/platform/history/index.ts'
import { dateOrderErrors } from './fields.ts'
import type { MovableRow } from '../queries/rows.ts'
import { coveredFor, dependentsFor, waiverFor, type ApprovedForm } from './signed-parts.ts'
import type { Value, Values } from '../record.ts'

/** A line whose status changes. */
export interface LineMove {
  readonly coverage: Coverage
  readonly from: CoverageStatus
  readonly to: CoverageStatus
  readonly event: string | null
}

/** The result for one row of a bulk status change. */
type StatusVerdict =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'skipped'
      readonly reason: 'not_allowed' | 'forbidden'
      readonly coverage: Coverage
      readonly detail: string
    }
  | {
      readonly kind: 'changed'
      readonly set: Values
      readonly moves: readonly LineMove[]
      readonly entry: HistoryKind
    }

/** The result for one row of a bulk call. */
export type RowVerdict =
  StatusVerdict | { readonly kind: 'skipped'; readonly reason: 'out_of_order'; readonly detail: string }

type Targets = Readonly<Partial<Record<Coverage, CoverageStatus>>>

/** The options of an evaluation besides the row. */
interface EvaluationOptions {
  readonly role: Permission
  readonly today: string
  /** Whether the call overrides the status if no normal change leads to it. */
  readonly mayOverride?: boolean
}

/** Returns a line of a row in the shape the coverage rules use. */
export const lineOf = (row: MovableRow, coverage: Coverage): Line => ({
  coverage,
  ...row.lines[coverage],
  offered: row.period[`${coverage}_offered`],
  voluntary: coverage === 'medical' ? row.period.medical_is_voluntary : true,
})

/** Returns what the status changes of a line depend on besides the line. */
export const moveContextOf = (
  row: MovableRow,
  coverage: Coverage,
  today: string,
  of: ApprovedForm = {},
): MoveContext => ({
  today,
  period: row.period,
  requested_enrollment_on: row.requested_enrollment_on,
  covered: coveredFor(row, coverage, of),
  waiverOf: () => waiverFor(row, coverage, of).set,
  record: { status: row.status, academic_status: row.academic_status },
  planOf: () => row.period.rules?.plans[coverage],
  signed_on: row.signed_on,
  life_event: row.life_event,
  termsOf: () => row.period.rules && enrollmentTermsFor(row.period.rules, row.facts),
  charged: new Set(feeColumns.filter((name) => (row.values[name] ?? null) !== null)),
  nextReverifyOn: () => nextReverifyOf(row, coverage, today),
  ...rulesOf(row.period.rules),
})

const nextReverifyOf = (
  { id, lines, period, reverify_on }: MovableRow,
  verified: Coverage,
  today: string,
) => {
  const others = coverages.filter((coverage) => coverage !== verified).map((coverage) => lines[coverage])
  return reverifyOnAfter(
    { id, today, ends_on: period.ends_on, reverify_on, lines: [lines[verified], ...others] },
    period.rules?.waivers ?? null,
  )
}

/** Keeps only values that differ from the saved ones. */
const differing = (row: MovableRow, set: Values): Values =>
  Object.fromEntries(Object.entries(set).filter(([name, value]) => (row.values[name] ?? null) !== value))

/** Evaluates a status call for a row. If one line can’t change, the whole row is skipped. */
export const evaluateTargets = (
  row: MovableRow,
  targets: Targets,
  options: EvaluationOptions,
): StatusVerdict => {
  const set: Record<string, Value> = {}
  const moves: LineMove[] = []
  for (const coverage of coverages) {
    const to = targets[coverage]
    if (to === undefined) continue
    const evaluation = evaluateLine(row, coverage, to, options)
    if (evaluation.kind === 'refused')
      return { kind: 'skipped', reason: evaluation.reason, coverage, detail: evaluation.detail }
    if (evaluation.kind === 'unchanged') continue
    if (evaluation.kind === 'event' && isUnclear(row, coverage, evaluation.event))
      return { kind: 'skipped', reason: 'not_allowed', coverage, detail: unclearText }
    Object.assign(set, evaluation.effects, { [statusFieldOf(coverage)]: evaluation.to })
    const event = evaluation.kind === 'event' ? evaluation.event : null
    moves.push({ coverage, from: row.lines[coverage].status, to: evaluation.to, event })
  }
  if (moves.length === 0) return { kind: 'unchanged' }
  const isOverride = moves.some(({ event }) => event === null)
  const entry = isOverride ? 'coverage_status_overridden' : 'coverage_status_changed'
  return { kind: 'changed', set: differing(row, set), moves, entry }
}

const unclearText = 'The enroll form has dependents who may be on record already. Decide the form.'

/** Returns whether staff must first choose who the dependents of the form are that a status call approves. */
const isUnclear = (row: MovableRow, coverage: Coverage, event: string): boolean =>
  event === 'approve_enrollment' && dependentsFor(row, coverage).some(({ isClear }) => !isClear)

const evaluateLine = (
  row: MovableRow,
  coverage: Coverage,
  to: CoverageStatus,
  options: EvaluationOptions,
): Evaluation =>
  evaluateMove(lineOf(row, coverage), to, {
    ...moveContextOf(row, coverage, options.today),
    role: options.role,
    may_override: options.mayOverride,
  })

/** Returns the available status changes for the lines of a row, each with the values it would save today. */
export const offeredMoves = (row: MovableRow, { role, today }: Pick<EvaluationOptions, 'role' | 'today'>) =>
  coverages.flatMap((coverage) =>
    movesFrom(lineOf(row, coverage), { ...moveContextOf(row, coverage, today), role }).map(
      ({ effects, ...move }) => ({
        coverage,
        ...move,
        changes: fieldChanges(row.values, displayed(effects)),
      }),
    ),
  )

/** Returns the plan premiums for the current tiers and coverage dates. */
export const planPremiumsOf = (row: MovableRow) =>
  coverages.flatMap((coverage) => {
    const premium = currentPremium(lineOf(row, coverage), row.period, row.period.rules?.plans[coverage])
    return premium ? [{ coverage, ...premium }] : []
  })

/** Removes the columns that reverse a status change, which aren’t shown. */
const displayed = (effects: LineEffects): Values =>
  Object.fromEntries(Object.entries(effects).filter(([name]) => !savedStatusColumns.has(name)))

/** The requested change of academic or record status. */
interface StatusRequest {
  readonly academic_status?: AcademicStatus | null | undefined
  readonly status?: RecordStatus | undefined
  readonly effective_on?: string | null | undefined
}

/**
 * Evaluates a change of academic or record status, with the coverage status changes that follow (decisions
 * section 1).
 */
export const evaluateStatus = (row: MovableRow, ask: StatusRequest, today: string): StatusVerdict => {
  const set: Record<string, Value> = {}
  const moves: LineMove[] = []
  if (ask.status !== undefined) set['status'] = ask.status
  if (ask.academic_status !== undefined) {
    set['academic_status'] = ask.academic_status
    const event = eventForAcademicStatus(row.academic_status, ask.academic_status)
    if (event) {
      Object.assign(set, leaveDates(event, ask.effective_on ?? today, row))
      for (const coverage of coverages) {
        const outcome = runEvent(event, lineOf(row, coverage), {
          ...moveContextOf(row, coverage, today),
          effective_on: ask.effective_on,
        })
        if (!outcome) continue
        Object.assign(set, outcome.effects, { [statusFieldOf(coverage)]: outcome.to })
        if (outcome.to !== row.lines[coverage].status)
          moves.push({ coverage, from: row.lines[coverage].status, to: outcome.to, event })
      }
    }
  }
  const changed = differing(row, set)
  return Object.keys(changed).length === 0
    ? { kind: 'unchanged' }
    : { kind: 'changed', set: changed, moves, entry: 'student_status_changed' }
}

/** Evaluates one plain field of a row. Its value must keep paired dates in order. */
export const evaluateField = (row: MovableRow, field: string, value: Value): RowVerdict => {
  const set = differing(row, { [field]: value })
  if (Object.keys(set).length === 0) return { kind: 'unchanged' }
  const isInOrder = Object.keys(dateOrderErrors({ ...row.values, ...set }, [field])).length === 0
  return isInOrder
    ? { kind: 'changed', set, moves: [], entry: 'student_period_changed' }
    : { kind: 'skipped', reason: 'out_of_order', detail: 'The end date would be before the start date.' }
}
