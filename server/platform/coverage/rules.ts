import { isAdmin, type Permission } from '#contract/platform/access.ts'
import { statusCatalogue, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { staffEvents, type CoverageEvent, type StaffEvent } from '#contract/platform/coverage/events.ts'
import { mayRun } from '#contract/platform/coverage/staff-changes.ts'
import {
  transitions,
  type Note,
  type Target,
  type Transition,
} from '#contract/platform/coverage/transitions.ts'
import { isEnrolledWaiver, matchesCondition } from './conditions.ts'
import { datesOf, effectsOfTier, savedStatusesOf } from './effects.ts'
import type { Line, LineEffects, MoveContext } from './line.ts'
import { isTier, tierFor } from '#contract/platform/coverage/tiers.ts'

// Object.keys drops the type of the staff events
const staffEventNames = Object.keys(staffEvents) as StaffEvent[]

/** The effect of an event on a line. `to` can be the current status (a form or result is saved). */
interface Outcome {
  readonly to: CoverageStatus
  readonly effects: LineEffects
  readonly note?: Note
}

export interface MoveRequest extends MoveContext {
  readonly role: Permission
  /** Whether it can set targets that no staff event leads to. */
  readonly may_override?: boolean | undefined
}

/** The result of a status call. `detail` is a sentence for staff. */
export type Evaluation =
  | { readonly kind: 'unchanged' }
  | ({ readonly kind: 'event'; readonly event: StaffEvent } & Outcome)
  | ({ readonly kind: 'override' } & Outcome)
  | { readonly kind: 'refused'; readonly reason: 'not_allowed' | 'forbidden'; readonly detail: string }

interface Move {
  readonly event: StaffEvent
  readonly label: string
  readonly to: CoverageStatus
  readonly effects: LineEffects
}

/**
 * Evaluates a status call for one line (docs/domain.md, “Status changes”). If a staff event leads to the target, it
 * runs with its dates. Any other target is an override, for callers that request overrides; it changes the status and
 * the saved prior values, and to an enrolled status also dates, premium and fees. The event’s row names the roles. The
 * tier is computed, so a different tier is an override.
 */
export const evaluateMove = (line: Line, target: CoverageStatus, ask: MoveRequest): Evaluation => {
  if (line.status === target) return { kind: 'unchanged' }
  for (const event of staffEventNames) {
    const row = rowFor(event, line, ask)
    if (!row || targetOf(row.to, line, ask) !== target) continue
    return mayRun(ask.role, row) ? { kind: 'event', event, ...outcomeOf(row, line, ask) } : forbidden
  }
  if (!isAdmin({ permission: ask.role })) return forbidden
  if (ask.may_override !== true) return notAllowed(line, target, ask)
  const started = isTier(target) ? effectsOfTier(line, target, ask) : {}
  return { kind: 'override', to: target, effects: { ...started, ...savedStatusesOf(line, target) } }
}

/**
 * Returns the available status changes of a line: staff events that change something and that the role can run.
 */
export const movesFrom = (line: Line, ask: MoveRequest): Move[] =>
  staffEventNames.flatMap((event) => {
    const row = rowFor(event, line, ask)
    if (!row || !mayRun(ask.role, row)) return []
    const outcome = outcomeOf(row, line, ask)
    if (outcome.to === line.status) return []
    return [{ event, label: staffEvents[event], to: outcome.to, effects: outcome.effects }]
  })

/** Returns the other statuses that the available status changes of a line lead to. */
export const staffTargets = (line: Line, ask: MoveRequest): CoverageStatus[] =>
  staffEventNames.flatMap((event) => {
    const row = rowFor(event, line, ask)
    const to = row && mayRun(ask.role, row) ? targetOf(row.to, line, ask) : line.status
    return to === line.status ? [] : [to]
  })

/** Runs an event on a line by the transition table; null if no row applies. */
export const runEvent = (event: CoverageEvent, line: Line, context: MoveContext): Outcome | null => {
  const row = rowFor(event, line, context)
  return row ? outcomeOf(row, line, context) : null
}

const rowFor = (event: CoverageEvent, line: Line, context: MoveContext): Transition | undefined =>
  rowsByEvent
    .get(event)
    ?.find((row) => row.from.includes(line.status) && matchesCondition(row.when, line, context))

const outcomeOf = (row: Transition, line: Line, context: MoveContext): Outcome => {
  const to = targetOf(row.to, line, context)
  const effects = { ...datesOf(row.sets, line, context), ...savedStatusesOf(line, to) }
  return row.note === undefined ? { to, effects } : { to, effects, note: row.note }
}

const rowsByEvent = Map.groupBy(transitions, (row) => row.event)

const targetOf = (target: Target, line: Line, context: MoveContext): CoverageStatus => {
  const tier = () => tierFor(context.covered, context.one_family_tier)
  switch (target) {
    case '@same':
      return line.status
    case '@tier':
      return tier()
    case '@prior_tier':
      return line.prior_tier ?? tier()
    case '@prior_status':
      return line.prior_status ?? startingStatus(line)
    default:
      return target
  }
}

/** Returns the starting status of a new line, before its academic status’s event runs. */
export const startingStatus = (line: { offered: boolean; exempt?: boolean }): CoverageStatus => {
  if (!line.offered) return 'not_applicable'
  return line.exempt ? 'exempt' : 'not_started'
}

const forbidden: Evaluation = {
  kind: 'refused',
  reason: 'forbidden',
  detail: 'Only a Shipmate Admin can make this status change.',
}

const notAllowed = (line: Line, target: CoverageStatus, ask: MoveContext): Evaluation => {
  const [from, to] = [statusCatalogue[line.status].label, statusCatalogue[target].label]
  const isLocked = target === 'waived' && isEnrolledWaiver(line.status) && ask.isLockedByBenefits?.() === true
  const used = isLocked ? ' The student has used plan benefits.' : ''
  const why = line.offered ? used : ' This coverage isn’t offered in this policy year.'
  return {
    kind: 'refused',
    reason: 'not_allowed',
    detail: `The status can’t change from ${from} to ${to} without an override.${why}`,
  }
}
