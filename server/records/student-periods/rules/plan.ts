import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { CoverageEvent } from '#contract/platform/coverage/events.ts'
import type { Permission } from '#contract/platform/access.ts'
import type { Note } from '#contract/platform/coverage/transitions.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import { isTier } from '#contract/platform/coverage/tiers.ts'
import {
  evaluateMove,
  isEnrolledWaiver,
  premiumsOfDependents,
  returns,
  runEvent,
  type MoveContext,
} from '#server/platform/coverage/index.ts'
import type { Values } from '#server/platform/db/update-in-groups.ts'
import { dependentsAfter, signedDependents, type DependentWrite } from './dependents.ts'
import { datedWrites } from './dependent-dates.ts'
import { lineOf, moveContextOf } from './lines.ts'
import { textOf, withValues, type MovableRow } from './movable-row.ts'
import { dependentsFor, formFor, type ApprovedForm } from './signed-parts.ts'

/** One step of a change of a student-period. */
export type Step = ValuesStep | EventStep | DependentsStep
/** A step that a caller can ask for too. */
export type AskedStep = Step | TargetStep

/** New values of fields that no status depends on. */
interface ValuesStep {
  readonly values: Values
}

/** An event of the transition table, on one coverage type. It changes nothing if no row of the table applies. */
interface EventStep {
  readonly event: CoverageEvent
  readonly coverage: Coverage
  /** The form that is approved by it, if it isn’t the latest. */
  readonly of?: ApprovedForm
  readonly options?: MoveContext['options']
  readonly effective_on?: string | null | undefined
}

/** A status that a caller asks for. The change is refused if no event of staff leads to it, and it isn’t overridden. */
interface TargetStep {
  readonly target: CoverageStatus
  readonly coverage: Coverage
  readonly role: Permission
  readonly mayOverride?: boolean | undefined
  /** The day on which an override starts coverage, if the call says it. */
  readonly startsOn?: string | null | undefined
}

/** Other dependents. The tiers of enrolled coverage follow, and the premiums follow the tiers. */
interface DependentsStep {
  readonly dependents: readonly DependentWrite[]
  /** The day from which they count; without it, the date of the form that the student signed. */
  readonly effective_on?: string | undefined
}

/** A line whose status changes. `event` is null for an override. */
export interface LineMove {
  readonly coverage: Coverage
  readonly from: CoverageStatus
  readonly to: CoverageStatus
  readonly event: string | null
}

/** What a step makes of a line. `to` can be its status of before. */
interface Outcome {
  readonly to: CoverageStatus
  readonly effects: Values
  readonly note?: Note
}

/** A change of a student-period, ready to be saved. */
export interface Plan {
  readonly kind: 'planned'
  /** The record as it was loaded. */
  readonly row: MovableRow
  /** The values that differ. */
  readonly set: Values
  /** At most one for each coverage type, with its status before and after all steps. */
  readonly moves: readonly LineMove[]
  readonly dependents: readonly DependentWrite[]
  /** What became of the line of each step; null without a line, or if nothing led from its status. */
  readonly outcomes: readonly (Outcome | null)[]
}

/** Why a change can’t be made. `detail` is a sentence for staff. */
export interface Refusal {
  readonly kind: 'refused'
  readonly reason: 'not_allowed' | 'forbidden'
  readonly coverage: Coverage
  readonly detail: string
}

interface Working {
  readonly row: MovableRow
  readonly set: Values
  readonly moves: readonly LineMove[]
  readonly dependents: readonly DependentWrite[]
  /** The day from which the dependents count, if it isn’t the form’s. */
  readonly dependents_effective_on?: string | undefined
  /** Coverage types whose pending enrollment a target status approves. */
  readonly approved: readonly Coverage[]
}

/** Returns whether a plan changes something. */
export const isChange = ({ set, dependents }: Plan): boolean =>
  dependents.length > 0 || Object.keys(set).length > 0

/**
 * Plans a change of a student-period: each step starts from what the ones before have made of it. The tiers follow the
 * covered dependents last.
 * @param today `YYYY-MM-DD`
 */
export const planChange = (row: MovableRow, steps: readonly Step[], today: string): Plan => {
  const plan = planAsked(row, steps, today)
  // only a target can be refused
  if (plan.kind === 'refused') throw new Error(plan.detail)
  return plan
}

/** Plans a change like `planChange` that a caller’s target statuses are part of. */
export const planAsked = (row: MovableRow, steps: readonly AskedStep[], today: string): Plan | Refusal => {
  let at: Working = { row, set: {}, moves: [], dependents: [], approved: [] }
  const outcomes: (Outcome | null)[] = []
  for (const step of steps) {
    const made = take(at, step, today)
    if ('kind' in made) return made
    at = made.next
    outcomes.push(made.outcome)
  }
  const { set, moves, ...made } = followTiers(row, coverSigned(row, at), today)
  const differing = Object.entries(set).filter(([name, value]) => (row.values[name] ?? null) !== value)
  return {
    kind: 'planned',
    row,
    set: Object.fromEntries(differing),
    moves: netMoves(moves),
    dependents: datedWrites({
      before: row,
      after: made.row,
      set,
      writes: made.dependents,
      effective_on: made.dependents_effective_on,
      today,
    }),
    outcomes,
  }
}

interface Taken {
  readonly next: Working
  readonly outcome: Outcome | null
}

const take = (at: Working, step: AskedStep, today: string): Taken | Refusal => {
  if ('values' in step) return { next: withSet(at, step.values), outcome: null }
  if ('dependents' in step)
    return { next: followTiers(at.row, withDependents(at, step), today), outcome: null }
  return 'event' in step ? runStep(at, step, today) : aim(at, step, today)
}

const withSet = (at: Working, set: Values): Working => ({
  ...at,
  row: withValues(at.row, set),
  set: { ...at.set, ...set },
})

const withDependents = (at: Working, { dependents, effective_on }: DependentsStep): Working => ({
  ...at,
  dependents_effective_on: effective_on ?? at.dependents_effective_on,
  row: { ...at.row, dependents: dependentsAfter(at.row.dependents, dependents) },
  dependents: [...at.dependents, ...dependents],
})

const moved = (at: Working, coverage: Coverage, { to, effects }: Outcome, event: string | null): Working => {
  const from = at.row.lines[coverage].status
  return {
    ...withSet(at, { ...effects, [statusFieldOf(coverage)]: to }),
    moves: to === from ? at.moves : [...at.moves, { coverage, from, to, event }],
  }
}

const runStep = (at: Working, step: EventStep, today: string): Taken => {
  const { event, coverage, options, effective_on } = step
  const line = lineOf(at.row, coverage)
  const whole = moveContextOf(at.row, coverage, today, step.of)
  const context = { ...whole, effective_on, options: { ...whole.options, ...options } }
  const found = runEvent(event, line, context)
  if (!found) return { next: at, outcome: null }
  const premiums = event === 'dependents_changed' ? premiumsOf(at.row, coverage, found, context) : {}
  const outcome = { ...found, effects: { ...found.effects, ...premiums } }
  const next = moved(at, coverage, outcome, event)
  if (!returns.has(event)) return { next, outcome }
  // dependents may have changed while no coverage of theirs could
  return {
    next: runStep(next, { ...followingTier, coverage, effective_on: effective_on ?? today }, today).next,
    outcome,
  }
}

const followingTier = { event: 'dependents_changed' } as const

/** Returns the premiums of an enrolled student whose tier follows the dependents. */
const premiumsOf = (
  row: MovableRow,
  coverage: Coverage,
  found: Parameters<typeof premiumsOfDependents>[1],
  context: MoveContext,
): Values => {
  const owed = (name: string): string | null => textOf(row.values, `${coverage}_enroll_${name}`)
  const premiums = { premium: owed('premium'), direct_pay_premium: owed('direct_pay_premium') }
  return premiumsOfDependents(lineOf(row, coverage), found, premiums, context)
}

const unclearText = 'The enrollment form has dependents who may be on record already. Decide the form.'

const aim = (
  at: Working,
  { target, coverage, role, mayOverride, startsOn }: TargetStep,
  today: string,
): Taken | Refusal => {
  const by = { role, may_override: mayOverride, coverage_starts_on: startsOn }
  const context = { ...moveContextOf(at.row, coverage, today), ...by }
  const found = evaluateMove(lineOf(at.row, coverage), target, context)
  if (found.kind === 'refused') return { ...found, coverage }
  if (found.kind === 'unchanged') return { next: at, outcome: null }
  const event = found.kind === 'event' ? found.event : null
  const isUnclear =
    event === 'approve_enrollment' && dependentsFor(at.row, coverage).some(({ isClear }) => !isClear)
  if (isUnclear) return { kind: 'refused', reason: 'not_allowed', coverage, detail: unclearText }
  const approved = event === 'approve_enrollment' ? [...at.approved, coverage] : at.approved
  return { next: { ...moved(at, coverage, found, event), approved }, outcome: found }
}

/** Covers the signed dependents of an enrollment form that a status call approves. */
const coverSigned = (before: MovableRow, at: Working): Working => {
  const { approved } = at
  const [first] = approved
  const form = first && formFor(before, 'enroll', first)
  if (!form) return at
  return withDependents(at, { dependents: signedDependents(form.id, dependentsFor(before, first), approved) })
}

/**
 * Gives lines the tier of their dependents, and its premium, if other dependents are covered than before. Coverage that
 * begins in the same change covers them from its start.
 */
const followTiers = (before: MovableRow, at: Working, today: string): Working =>
  coverages.reduce((now, coverage) => {
    if (coveredBy(before, coverage) === coveredBy(now.row, coverage)) return now
    const { status } = before.lines[coverage]
    const effective_on =
      isTier(status) || isEnrolledWaiver(status)
        ? now.dependents_effective_on
        : now.row.lines[coverage].coverage_start_on
    return runStep(now, { event: 'dependents_changed', coverage, effective_on }, today).next
  }, at)

/** Returns a text that is the same for the same covered dependents. */
const coveredBy = ({ dependents }: MovableRow, coverage: Coverage): string =>
  dependents
    .filter(({ covers }) => covers.includes(coverage))
    .map(({ id, type }) => `${id} ${type}`)
    .join(', ')

/** Joins the moves of a line. What an override began stays an override. */
const netMoves = (moves: readonly LineMove[]): LineMove[] =>
  [...Map.groupBy(moves, ({ coverage }) => coverage)].flatMap(([coverage, own]) => {
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last || first.from === last.to) return []
    const asked = own.findLast(({ event }) => event !== 'dependents_changed') ?? last
    return [{ coverage, from: first.from, to: last.to, event: asked.event }]
  })
