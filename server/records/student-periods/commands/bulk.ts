import type { BulkResult, Expected } from '#contract/platform/record/bulk.ts'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf, studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import type { Cause, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, withCompanyNames } from '#server/platform/history/index.ts'
import { mapInSteps } from '#server/platform/lib/batches.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { haveSameTexts } from '#server/platform/lib/same-texts.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { texts, textFor } from '#contract/platform/problem.ts'
import type { BulkRequest } from '../queries/rows.ts'
import { lockRows } from '../record/lock.ts'
import { save } from '../record/save.ts'
import type { MovableRow } from '../rules/movable-row.ts'
import { isChange, planAsked, type AskedStep, type LineMove, type Plan, type Refusal } from '../rules/plan.ts'
import { orderErrors } from '../rules/steps.ts'
import { settleForms } from './settle-forms.ts'

/** What every bulk call can ask: only to count, or to be refused if the change isn’t the one shown. */
export interface BulkCall extends BulkRequest {
  readonly dry_run?: boolean | undefined
  readonly expected?: Expected | undefined
}

/** Why a row is left as it is, for staff. */
interface Skip {
  readonly kind: 'skipped'
  readonly row: MovableRow
  readonly reason: Refusal['reason'] | 'out_of_order'
  readonly coverage: Coverage | null
  readonly detail: string
}

type Evaluated = Plan | Skip

/** The most skipped rows listed in the response. */
const skippedLimit = 1000

const isChanged = (evaluated: Evaluated): evaluated is Plan =>
  evaluated.kind === 'planned' && isChange(evaluated)

const evaluate = (row: MovableRow, steps: readonly AskedStep[], today: string): Evaluated => {
  const plan = planAsked(row, steps, today)
  if (plan.kind === 'refused') return { ...plan, kind: 'skipped', row }
  // what status changes write is in order
  const isInOrder = plan.moves.length > 0 || Object.keys(orderErrors(plan)).length === 0
  const detail = 'The end date would be before the start date.'
  return isInOrder ? plan : { kind: 'skipped', row, reason: 'out_of_order', coverage: null, detail }
}

const moveKey = ({ coverage, from, to, event }: LineMove): string => `${coverage} ${from} ${to} ${event}`

/** Counts status changes by coverage type, statuses and event, the most frequent first. */
export const countMoves = (changed: readonly Pick<Plan, 'moves'>[]): BulkResult['moves'] => {
  const counted = new Map<string, LineMove & { quantity: number }>()
  for (const { moves } of changed)
    for (const move of moves) {
      const key = moveKey(move)
      counted.set(key, { ...move, quantity: (counted.get(key)?.quantity ?? 0) + 1 })
    }
  return [...counted.values()].sort((one, other) => other.quantity - one.quantity)
}

/** Status changes that the role can’t make in some rows count as not allowed, like those no one can make. */
const skipReasonOf = (reason: Skip['reason']) => (reason === 'forbidden' ? 'not_allowed' : reason)

/** The number of example rows in a preview. */
export const sampleSize = 5

const sampleOf = ({ db }: Context, changed: readonly Plan[]): Promise<BulkResult['sample']> => {
  const sample = changed.slice(0, sampleSize).map(({ row, set }) => ({
    id: row.id,
    name: row.name,
    sid: row.sid,
    changes: fieldChanges(row.values, set).filter(({ field }) => field in studentPeriodFields),
  }))
  return withCompanyNames(db, sample)
}

/** Returns the overridden rows and how many skipped rows an override would change. */
const overridesOf = (evaluated: readonly Evaluated[]): BulkResult['overrides'] => {
  const overridden = evaluated
    .filter(isChanged)
    .filter(({ moves }) => moves.some(({ event }) => event === null))
  return {
    possible: evaluated.filter((one) => one.kind === 'skipped' && one.reason === 'not_allowed').length,
    total: overridden.length,
    rows: overridden.slice(0, skippedLimit).map(({ row }) => ({ id: row.id, name: row.name })),
  }
}

const resultOf = (evaluated: readonly Evaluated[], countsOverrides = false): BulkResult => {
  const changed = evaluated.filter(isChanged)
  const skipped = evaluated.flatMap((one) =>
    one.kind === 'skipped'
      ? [{ id: one.row.id, name: one.row.name, reason: skipReasonOf(one.reason), detail: one.detail }]
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
const assertNotForbidden = (evaluated: readonly Evaluated[]): void => {
  if (evaluated.some((one) => one.kind !== 'skipped' || one.reason !== 'forbidden')) return
  const [first] = evaluated
  if (first?.kind !== 'skipped' || first.coverage === null) return
  throw new Problem('forbidden', {
    message: first.detail,
    errors: { [statusFieldOf(first.coverage)]: [first.detail] },
  })
}

/** How a change is recorded, and what it reads. */
interface BulkKind {
  readonly kind: HistoryKind
  /** What the history of each record calls it. Defaults to the change’s kind. */
  readonly entry?: (plan: Plan) => HistoryKind
  readonly reason?: string | null | undefined
  /** Defaults to `bulk`. */
  readonly cause?: Cause
  /** Columns to load in addition to those status changes need. */
  readonly columns?: readonly string[]
  /** Whether rows can be overridden. Then the response lists overridden rows and counts those that could be. */
  readonly countsOverrides?: boolean
}

/** Reads what the steps of the loaded rows depend on. Returns the steps of a row. */
type StepsFor = (
  rows: readonly MovableRow[],
) => Promise<(row: MovableRow) => readonly AskedStep[]> | ((row: MovableRow) => readonly AskedStep[])

/**
 * Runs a bulk call: loads and locks the rows, plans the change of each, compares the counts with the preview, saves the
 * changed rows together and records each. A dry run stops before it saves; `changed` has the plans that it would save.
 * @throws Problem 404 if an ID is unknown or foreign, 409, 422
 */
export const changeInBulk = async (
  context: Context,
  call: BulkCall,
  stepsFor: StepsFor,
  kind: BulkKind,
): Promise<{ result: BulkResult; changed: readonly Plan[] }> => {
  const today = dayIn(context.clock, officeTimeZone)
  const isDryRun = call.dry_run === true
  const { rows, gone } = await lockRows(context, call, { columns: kind.columns, isDryRun })
  if (gone.length > 0) throw problem.notFound()
  const stepsOf = await stepsFor(rows)
  const evaluated = await mapInSteps(rows, (row) => evaluate(row, stepsOf(row), today))
  assertNotForbidden(evaluated)
  const result = resultOf(evaluated, kind.countsOverrides)
  const changed = evaluated.filter(isChanged)
  if (isDryRun) return { result: { ...result, sample: await sampleOf(context, changed) }, changed }
  assertExpected(call, result)
  await saveChanged(context, changed, kind, today)
  return { result, changed }
}

const countText = (move: BulkResult['moves'][number]): string => `${moveKey(move)} ${move.quantity}`

/** Compares the change with the one in the preview. @throws Problem 409 with the new counts if they differ */
export const assertExpected = ({ expected }: Pick<BulkCall, 'expected'>, result: BulkResult): void => {
  if (!expected) return
  const overridden = result.overrides?.total ?? 0
  const holds =
    expected.matched === result.matched &&
    expected.changed === result.changed &&
    (expected.overridden ?? overridden) === overridden &&
    haveSameTexts((expected.moves ?? result.moves).map(countText), result.moves.map(countText))
  if (holds) return
  throw problem.stale(result, 'Some records changed after the preview. Check the new counts.')
}

/** Returns the school of all rows, or null if they belong to several. */
const onlySchool = (changed: readonly Plan[]): number | null => {
  const schools = new Set(changed.map(({ row }) => row.school_id))
  const [first] = schools
  return schools.size === 1 && first !== undefined ? first : null
}

const saveChanged = async (
  context: Context,
  changed: readonly Plan[],
  { kind, entry = () => kind, cause = 'bulk', reason = null }: BulkKind,
  today: string,
): Promise<void> => {
  if (changed.length === 0) return
  const change = { kind, cause, undoable: true, schoolId: onlySchool(changed) }
  const settled = await settleForms(context, change, changed, { today, reason })
  await save(
    { context, system: context },
    change,
    changed.map((plan) => ({ plan, kind: entry(plan), reason })),
    { after: settled },
  )
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
