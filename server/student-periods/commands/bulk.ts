import type { BulkResult } from '#contract/student-periods/bulk-shapes.ts'
import { coverages } from '#contract/coverage/choices.ts'
import { statusFieldOf, studentPeriodFields } from '#contract/student-periods/fields.ts'
import type { Cause, HistoryKind } from '#contract/history/shapes.ts'
import type { Context } from '../../context.ts'
import { fieldChanges, recordHistory } from '../../history/index.ts'
import { problem, Problem } from '../../problem.ts'
import { texts, textFor } from '#contract/problem.ts'
import type { LineMove, RowVerdict } from '../judge.ts'
import { loadRows, type BulkAsk, type MovableRow } from '../rows.ts'
import { writeStudentPeriods } from '../write.ts'

/** What every bulk call may carry. */
export interface BulkCall extends BulkAsk {
  readonly dry_run?: boolean | undefined
  readonly expected?:
    | { readonly matched: number; readonly changed: number; readonly overridden?: number | undefined }
    | undefined
}

interface Judged {
  readonly row: MovableRow
  readonly verdict: RowVerdict
}
export interface Changed {
  readonly row: MovableRow
  readonly verdict: Extract<RowVerdict, { kind: 'changed' }>
}

/** At most so many skipped rows are named in the answer. */
const skippedLimit = 1000

const isChanged = (judged: Judged): judged is Changed => judged.verdict.kind === 'changed'

const countMoves = (changed: readonly Changed[]): BulkResult['moves'] => {
  const counted = new Map<string, LineMove & { quantity: number }>()
  for (const { verdict } of changed)
    for (const move of verdict.moves) {
      const key = `${move.coverage} ${move.from} ${move.to} ${move.event}`
      counted.set(key, { ...move, quantity: (counted.get(key)?.quantity ?? 0) + 1 })
    }
  return [...counted.values()].sort((one, other) => other.quantity - one.quantity)
}

/** What the role may not run in some rows is not allowed there, like what nobody may. */
const skipReasonOf = (reason: 'not_allowed' | 'forbidden' | 'out_of_order') =>
  reason === 'forbidden' ? 'not_allowed' : reason

/** So many rows show what a change would do. */
export const sampleSize = 5

const sampleOf = (judged: readonly Judged[]): BulkResult['sample'] =>
  judged
    .filter(isChanged)
    .slice(0, sampleSize)
    .map(({ row, verdict }) => ({
      id: row.id,
      name: row.name,
      sid: row.sid,
      changes: fieldChanges(row.values, verdict.set).filter(({ field }) => field in studentPeriodFields),
    }))

/** Which rows are overridden, and how many of those skipped would be. */
const overridesOf = (judged: readonly Judged[]): BulkResult['overrides'] => {
  const overridden = judged
    .filter(isChanged)
    .filter(({ verdict }) => verdict.moves.some(({ event }) => event === null))
  return {
    possible: judged.filter(({ verdict }) => verdict.kind === 'skipped' && verdict.reason === 'not_allowed')
      .length,
    total: overridden.length,
    rows: overridden.slice(0, skippedLimit).map(({ row }) => ({ id: row.id, name: row.name })),
  }
}

const resultOf = (judged: readonly Judged[], countsOverrides = false): BulkResult => {
  const changed = judged.filter(isChanged)
  const skipped = judged.flatMap(({ row, verdict }) =>
    verdict.kind === 'skipped'
      ? [{ id: row.id, name: row.name, reason: skipReasonOf(verdict.reason), detail: verdict.detail }]
      : [],
  )
  return {
    matched: judged.length,
    changed: changed.length,
    skipped: skipped.slice(0, skippedLimit),
    skipped_total: skipped.length,
    moves: countMoves(changed),
    ...(countsOverrides ? { overrides: overridesOf(judged) } : {}),
  }
}

/** Where the role may run nothing that was asked for, the call is refused on its key, not row by row. */
const assertNotForbidden = (judged: readonly Judged[]): void => {
  if (judged.some(({ verdict }) => verdict.kind !== 'skipped' || verdict.reason !== 'forbidden')) return
  const first = judged[0]?.verdict
  if (first?.kind !== 'skipped' || first.reason === 'out_of_order') return
  const field = statusFieldOf(first.coverage)
  throw new Problem('forbidden', { message: first.detail, errors: { [field]: [first.detail] } })
}

/** How an act is named in history. */
export interface BulkKind {
  readonly kind: HistoryKind
  readonly reason?: string | null | undefined
  /** `bulk` unless said. */
  readonly cause?: Cause
  /** Columns that are judged beside those that moves need. */
  readonly columns?: readonly string[]
  /** Whether rows may be overridden: then the answer says which, and which could be. */
  readonly countsOverrides?: boolean
}

/**
 * The way of every bulk call: load and lock, judge each row, compare with what the preview promised, write the
 * changed rows together, record each. A dry run stops before it writes.
 */
export const changeInBulk = async (
  context: Context,
  call: BulkCall,
  judge: (row: MovableRow) => RowVerdict,
  kind: BulkKind,
): Promise<{ result: BulkResult; changed: readonly Changed[] }> => {
  const rows = await loadRows(context, call, call.dry_run !== true, kind.columns)
  const judged = rows.map((row) => ({ row, verdict: judge(row) }))
  assertNotForbidden(judged)
  const result = resultOf(judged, kind.countsOverrides)
  if (call.dry_run === true) return { result: { ...result, sample: sampleOf(judged) }, changed: [] }
  assertExpected(call, result)
  const changed = judged.filter(isChanged)
  await writeStudentPeriods(
    context,
    changed.map(({ row, verdict }) => ({ id: row.id, set: verdict.set })),
  )
  await recordChanged(context, changed, kind)
  return { result, changed }
}

/** @throws Problem 409 with the new counts when what the preview promised no longer holds */
export const assertExpected = ({ expected }: Pick<BulkCall, 'expected'>, result: BulkResult): void => {
  if (!expected) return
  const overridden = result.overrides?.total ?? 0
  const holds =
    expected.matched === result.matched &&
    expected.changed === result.changed &&
    (expected.overridden ?? overridden) === overridden
  if (holds) return
  throw problem.stale(result, 'The records have changed since the preview.')
}

/** All schools concerned, when they are one. */
const onlySchool = (changed: readonly Changed[]): number | null => {
  const schools = new Set(changed.map(({ row }) => row.school_id))
  const [first] = schools
  return schools.size === 1 && first !== undefined ? first : null
}

const recordChanged = async (
  context: Context,
  changed: readonly Changed[],
  { kind, cause = 'bulk', reason = null }: BulkKind,
): Promise<void> => {
  if (changed.length === 0) return
  await recordHistory(
    context,
    { kind, cause, undoable: true, schoolId: onlySchool(changed) },
    changed.map(({ row, verdict }) => ({
      kind: verdict.entry,
      subject: { type: 'student_period', id: row.id },
      school_id: row.school_id,
      student_id: row.student_id,
      student_period_id: row.id,
      reason,
      changes: fieldChanges(row.values, verdict.set),
    })),
  )
}

/** @throws Problem 422 when no status is asked for */
export const assertSomeTarget = (
  body: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): void => {
  const [first = ''] = fields
  if (fields.every((field) => body[field] === undefined))
    throw problem.invalid({ [first]: textFor(texts.required, first) })
}

export const statusFields = coverages.map(statusFieldOf)
