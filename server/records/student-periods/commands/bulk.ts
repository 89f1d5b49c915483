import type { BulkResult } from '#contract/platform/record/bulk.ts'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf, studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import type { Cause, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory, type Entry } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { texts, textFor } from '#contract/platform/problem.ts'
import type { LineMove, RowVerdict } from '../rules/evaluate.ts'
import { loadRows, type BulkRequest, type MovableRow } from '../queries/rows.ts'
import { writeStudentPeriods } from '../record.ts'
import { settleForms } from './settle-forms.ts'

/** The options of every bulk call. */
export interface BulkCall extends BulkRequest {
  readonly dry_run?: boolean | undefined
  readonly expected?:
    | { readonly matched: number; readonly changed: number; readonly overridden?: number | undefined }
    | undefined
}

interface EvaluatedRow {
  readonly row: MovableRow
  readonly verdict: RowVerdict
}
export interface Changed {
  readonly row: MovableRow
  readonly verdict: Extract<RowVerdict, { kind: 'changed' }>
}

/** The most skipped rows listed in the response. */
const skippedLimit = 1000

const isChanged = (evaluated: EvaluatedRow): evaluated is Changed => evaluated.verdict.kind === 'changed'

const countMoves = (changed: readonly Changed[]): BulkResult['moves'] => {
  const counted = new Map<string, LineMove & { quantity: number }>()
  for (const { verdict } of changed)
    for (const move of verdict.moves) {
      const key = `${move.coverage} ${move.from} ${move.to} ${move.event}`
      counted.set(key, { ...move, quantity: (counted.get(key)?.quantity ?? 0) + 1 })
    }
  return [...counted.values()].sort((one, other) => other.quantity - one.quantity)
}

/** Status changes that the role can’t make in some rows count as not allowed, like those no one can make. */
const skipReasonOf = (reason: 'not_allowed' | 'forbidden' | 'out_of_order') =>
  reason === 'forbidden' ? 'not_allowed' : reason

/** The number of example rows in a preview. */
export const sampleSize = 5

const sampleOf = (evaluated: readonly EvaluatedRow[]): BulkResult['sample'] =>
  evaluated
    .filter(isChanged)
    .slice(0, sampleSize)
    .map(({ row, verdict }) => ({
      id: row.id,
      name: row.name,
      sid: row.sid,
      changes: fieldChanges(row.values, verdict.set).filter(({ field }) => field in studentPeriodFields),
    }))

/** Returns the overridden rows and how many skipped rows an override would change. */
const overridesOf = (evaluated: readonly EvaluatedRow[]): BulkResult['overrides'] => {
  const overridden = evaluated
    .filter(isChanged)
    .filter(({ verdict }) => verdict.moves.some(({ event }) => event === null))
  return {
    possible: evaluated.filter(
      ({ verdict }) => verdict.kind === 'skipped' && verdict.reason === 'not_allowed',
    ).length,
    total: overridden.length,
    rows: overridden.slice(0, skippedLimit).map(({ row }) => ({ id: row.id, name: row.name })),
  }
}

const resultOf = (evaluated: readonly EvaluatedRow[], countsOverrides = false): BulkResult => {
  const changed = evaluated.filter(isChanged)
  const skipped = evaluated.flatMap(({ row, verdict }) =>
    verdict.kind === 'skipped'
      ? [{ id: row.id, name: row.name, reason: skipReasonOf(verdict.reason), detail: verdict.detail }]
      : [],
  )
  return {
    matched: evaluated.length,
    changed: changed.length,
    skipped: skipped.slice(0, skippedLimit),
    skipped_total: skipped.length,
    moves: countMoves(changed),
    ...(countsOverrides ? { overrides: overridesOf(evaluated) } : {}),
  }
}

/** Rejects the call on its key, not row by row, if the role can’t make any of the requested changes. */
const assertNotForbidden = (evaluated: readonly EvaluatedRow[]): void => {
  if (evaluated.some(({ verdict }) => verdict.kind !== 'skipped' || verdict.reason !== 'forbidden')) return
  const first = evaluated[0]?.verdict
  if (first?.kind !== 'skipped' || first.reason === 'out_of_order') return
  const field = statusFieldOf(first.coverage)
  throw new Problem('forbidden', { message: first.detail, errors: { [field]: [first.detail] } })
}

/** The history kind of the change. */
interface BulkKind {
  readonly kind: HistoryKind
  readonly reason?: string | null | undefined
  /** Defaults to `bulk`. */
  readonly cause?: Cause
  /** Columns to load in addition to those status changes need. */
  readonly columns?: readonly string[]
  /** Whether rows can be overridden. Then the response lists overridden rows and counts those that could be. */
  readonly countsOverrides?: boolean
}

/**
 * Runs a bulk call: loads and locks the rows, evaluates each, compares the counts with the preview, saves the
 * changed rows together and records each. A dry run stops before it saves; `changed` has the rows that it would
 * change.
 */
export const changeInBulk = async (
  context: Context,
  call: BulkCall,
  evaluate: (row: MovableRow) => RowVerdict,
  kind: BulkKind,
): Promise<{ result: BulkResult; changed: readonly Changed[] }> => {
  const rows = await loadRows(context, call, call.dry_run !== true, kind.columns)
  const evaluated = rows.map((row) => ({ row, verdict: evaluate(row) }))
  assertNotForbidden(evaluated)
  const result = resultOf(evaluated, kind.countsOverrides)
  const changed = evaluated.filter(isChanged)
  if (call.dry_run === true) return { result: { ...result, sample: sampleOf(evaluated) }, changed }
  assertExpected(call, result)
  await writeStudentPeriods(
    context,
    changed.map(({ row, verdict }) => ({ id: row.id, set: verdict.set })),
  )
  await recordChanged(context, changed, kind)
  return { result, changed }
}

/** Compares the counts with those from the preview. @throws Problem 409 with the new counts if they differ */
export const assertExpected = ({ expected }: Pick<BulkCall, 'expected'>, result: BulkResult): void => {
  if (!expected) return
  const overridden = result.overrides?.total ?? 0
  const holds =
    expected.matched === result.matched &&
    expected.changed === result.changed &&
    (expected.overridden ?? overridden) === overridden
  if (holds) return
  throw problem.stale(result, 'Some records changed after the preview. Check the new counts.')
}

/** Returns the school of all rows, or null if they belong to several. */
const onlySchool = (changed: readonly Changed[]): number | null => {
  const schools = new Set(changed.map(({ row }) => row.school_id))
  const [first] = schools
  return schools.size === 1 && first !== undefined ? first : null
}

const recordChanged = async (
  context: Context,
  changed: readonly Changed[],
  { kind, cause = 'bulk', reason: given }: BulkKind,
): Promise<void> => {
  if (changed.length === 0) return
  const reason = given ?? null
  const change = { kind, cause, undoable: true, schoolId: onlySchool(changed) }
  const settled = await settleForms(
    context,
    change,
    changed.map(({ row, verdict }) => ({ row, moves: verdict.moves })),
    { today: dayIn(context.clock, officeTimeZone), reason },
  )
  await recordHistory(context, change, [
    ...changed.map(({ row, verdict }): Entry => ({
      kind: verdict.entry,
      subject: { type: 'student_period', id: row.id },
      school_id: row.school_id,
      student_id: row.student_id,
      student_period_id: row.id,
      reason,
      changes: fieldChanges(row.values, verdict.set),
    })),
    ...settled,
  ])
}

/** Checks that the body has at least one status. @throws Problem 422 */
export const assertSomeTarget = (
  body: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): void => {
  const [first = ''] = fields
  if (fields.every((field) => body[field] === undefined))
    throw problem.invalid({ [first]: textFor(texts.required, first) })
}

export const statusFields = coverages.map(statusFieldOf)
