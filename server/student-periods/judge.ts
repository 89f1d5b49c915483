import { coverages, type Coverage, type CoverageStatus } from '#contract/coverage/choices.ts'
import type { HistoryKind } from '#contract/history/shapes.ts'
import { keptColumns, statusFieldOf } from '#contract/student-periods/fields.ts'
import type { AcademicStatus, RecordStatus } from '#contract/student-periods/choices.ts'
import type { Permission } from '#contract/access.ts'
import {
  eventForAcademicStatus,
  judgeMove,
  leaveDates,
  movesFrom,
  presentPremium,
  rulesOf,
  runEvent,
  type Judgement,
  type Line,
  type LineEffects,
  type MoveContext,
} from '../coverage/index.ts'
import { fieldChanges } from '../history/index.ts'
import { dateOrderErrors } from './rules.ts'
import type { MovableRow } from './rows.ts'
import type { Value, Values } from './write.ts'

/** A line that moves. */
export interface LineMove {
  readonly coverage: Coverage
  readonly from: CoverageStatus
  readonly to: CoverageStatus
  readonly event: string | null
}

/** What becomes of one row of a bulk call that moves statuses. */
export type StatusVerdict =
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

/** What becomes of one row of a bulk call. */
export type RowVerdict =
  StatusVerdict | { readonly kind: 'skipped'; readonly reason: 'out_of_order'; readonly detail: string }

export type Targets = Readonly<Partial<Record<Coverage, CoverageStatus>>>

/** How the call judges, beside the row. */
export interface Judging {
  readonly role: Permission
  readonly today: string
  /** Whether the call overrides what no regular change reaches. */
  readonly mayOverride?: boolean
}

/** A line of a row, as the coverage rules see it. */
export const lineOf = (row: MovableRow, coverage: Coverage): Line => ({
  coverage,
  ...row.lines[coverage],
  offered: row.period[`${coverage}_offered`],
  voluntary: coverage === 'medical' ? row.period.medical_is_voluntary : true,
})

/** What the moves of a line depend on beside it. */
export const moveContextOf = (row: MovableRow, coverage: Coverage, today: string): MoveContext => ({
  today,
  period: row.period,
  requested_enrollment_on: row.requested_enrollment_on,
  covered: row.covered.filter(({ covers }) => covers.includes(coverage)),
  record: { status: row.status, academic_status: row.academic_status },
  planOf: () => row.period.rules?.plans[coverage],
  ...rulesOf(row.period.rules),
})

/** Keeps what differs from what is stored. */
const differing = (row: MovableRow, set: Values): Values =>
  Object.fromEntries(Object.entries(set).filter(([name, value]) => (row.values[name] ?? null) !== value))

/** Judges the status call of a row: one line that may not move keeps the whole row as it is. */
export const judgeTargets = (row: MovableRow, targets: Targets, judging: Judging): StatusVerdict => {
  const set: Record<string, string | null> = {}
  const moves: LineMove[] = []
  for (const coverage of coverages) {
    const to = targets[coverage]
    if (to === undefined) continue
    const judgement = judgeLine(row, coverage, to, judging)
    if (judgement.kind === 'refused')
      return { kind: 'skipped', reason: judgement.reason, coverage, detail: judgement.detail }
    if (judgement.kind === 'unchanged') continue
    Object.assign(set, judgement.effects, { [statusFieldOf(coverage)]: judgement.to })
    const event = judgement.kind === 'event' ? judgement.event : null
    moves.push({ coverage, from: row.lines[coverage].status, to: judgement.to, event })
  }
  if (moves.length === 0) return { kind: 'unchanged' }
  const isOverride = moves.some(({ event }) => event === null)
  const entry = isOverride ? 'coverage_status_overridden' : 'coverage_status_changed'
  return { kind: 'changed', set: differing(row, set), moves, entry }
}

const judgeLine = (row: MovableRow, coverage: Coverage, to: CoverageStatus, judging: Judging): Judgement =>
  judgeMove(lineOf(row, coverage), to, {
    ...moveContextOf(row, coverage, judging.today),
    role: judging.role,
    may_override: judging.mayOverride,
  })

/** The moves that a menu offers for the lines of a row, each with what it would write today beside the status. */
export const offeredMoves = (row: MovableRow, { role, today }: Pick<Judging, 'role' | 'today'>) =>
  coverages.flatMap((coverage) =>
    movesFrom(lineOf(row, coverage), { ...moveContextOf(row, coverage, today), role }).map(
      ({ effects, ...move }) => ({ coverage, ...move, changes: fieldChanges(row.values, seen(effects)) }),
    ),
  )

/** What the plans of the lines say that the present tiers cost, for the terms that the record says. */
export const planPremiumsOf = (row: MovableRow) =>
  coverages.flatMap((coverage) => {
    const premium = presentPremium(lineOf(row, coverage), row.period, row.period.rules?.plans[coverage])
    return premium ? [{ coverage, ...premium }] : []
  })

/** What is kept for the way back is nobody's to read. */
const seen = (effects: LineEffects): Values =>
  Object.fromEntries(Object.entries(effects).filter(([name]) => !keptColumns.has(name)))

/** What a change of the academic or record status asks for. */
export interface StatusAsk {
  readonly academic_status?: AcademicStatus | null | undefined
  readonly status?: RecordStatus | undefined
  readonly effective_on?: string | null | undefined
}

/** Judges a change of academic or record status, with the coverage moves that it entails (decisions section 1). */
export const judgeStatus = (row: MovableRow, ask: StatusAsk, today: string): StatusVerdict => {
  const set: Record<string, string | null> = {}
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

/** Judges one plain field of a row; its value must keep the order of dates that come in pairs. */
export const judgeField = (row: MovableRow, field: string, value: Value): RowVerdict => {
  const set = differing(row, { [field]: value })
  if (Object.keys(set).length === 0) return { kind: 'unchanged' }
  const isInOrder = Object.keys(dateOrderErrors({ ...row.values, ...set }, [field])).length === 0
  return isInOrder
    ? { kind: 'changed', set, moves: [], entry: 'student_period_changed' }
    : { kind: 'skipped', reason: 'out_of_order', detail: 'Its dates would be out of order.' }
}
