import { isAdmin, type Permission } from '#contract/access.ts'
import { statusCatalogue, type CoverageStatus } from '#contract/coverage/choices.ts'
import { staffEvents, type CoverageEvent, type StaffEvent } from '#contract/coverage/events.ts'
import {
  mayRun,
  transitions,
  type Note,
  type Target,
  type Transition,
} from '#contract/coverage/transitions.ts'
import { holds } from './conditions.ts'
import { datesOf, keptBy } from './effects.ts'
import type { Line, LineEffects, MoveContext } from './line.ts'
import { tierFor } from './tiers.ts'

// Object.keys forgets that the keys are exactly the staff events.
const staffEventNames = Object.keys(staffEvents) as StaffEvent[]

/** What an event does to a line: `to` may be the present status (a form kept, a result stored). */
export interface Outcome {
  readonly to: CoverageStatus
  readonly effects: LineEffects
  readonly note?: Note
}

export interface MoveAsk extends MoveContext {
  readonly role: Permission
  /** Whether targets that no staff event reaches may be set. */
  readonly may_override?: boolean | undefined
}

/** What becomes of a status call. `detail` is a sentence for staff. */
export type Judgement =
  | { readonly kind: 'unchanged' }
  | ({ readonly kind: 'event'; readonly event: StaffEvent } & Outcome)
  | ({ readonly kind: 'override' } & Outcome)
  | { readonly kind: 'refused'; readonly reason: 'not_allowed' | 'forbidden'; readonly detail: string }

export interface Move {
  readonly event: StaffEvent
  readonly label: string
  readonly to: CoverageStatus
  readonly effects: LineEffects
}

/**
 * Judges a status call for one line (decisions section 3): the staff event that reaches the target runs with
 * its dates; any other target is an override, for callers who ask for overrides, and changes the status alone (what is
 * kept for the way back is kept and cleared all the same). Who may run an event, its row says. The tier is computed:
 * another tier is an override.
 */
export const judgeMove = (line: Line, target: CoverageStatus, ask: MoveAsk): Judgement => {
  if (line.status === target) return { kind: 'unchanged' }
  for (const event of staffEventNames) {
    const row = rowFor(event, line, ask)
    if (!row || targetOf(row.to, line, ask) !== target) continue
    return mayRun(ask.role, row) ? { kind: 'event', event, ...outcomeOf(row, line, ask) } : forbidden
  }
  if (!isAdmin({ permission: ask.role })) return forbidden
  if (ask.may_override !== true) return notAllowed(line, target)
  return { kind: 'override', to: target, effects: keptBy(line, target) }
}

/** The moves that a menu offers for a line: staff events that change something and that the role may run. */
export const movesFrom = (line: Line, ask: MoveAsk): Move[] =>
  staffEventNames.flatMap((event) => {
    const row = rowFor(event, line, ask)
    if (!row || !mayRun(ask.role, row)) return []
    const outcome = outcomeOf(row, line, ask)
    if (outcome.to === line.status) return []
    return [{ event, label: staffEvents[event], to: outcome.to, effects: outcome.effects }]
  })

/** Runs a named event on a line by the transition table; null where the table leaves the cell empty. */
export const runEvent = (event: CoverageEvent, line: Line, context: MoveContext): Outcome | null => {
  const row = rowFor(event, line, context)
  return row ? outcomeOf(row, line, context) : null
}

const rowFor = (event: CoverageEvent, line: Line, context: MoveContext): Transition | undefined =>
  rowsByEvent.get(event)?.find((row) => row.from.includes(line.status) && holds(row.when, line, context))

const outcomeOf = (row: Transition, line: Line, context: MoveContext): Outcome => {
  const to = targetOf(row.to, line, context)
  const effects = { ...datesOf(row.sets, line, context), ...keptBy(line, to) }
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

/** Where a new line starts: before the event of its academic status runs. */
export const startingStatus = (line: { offered: boolean; exempt?: boolean }): CoverageStatus => {
  if (!line.offered) return 'not_applicable'
  return line.exempt ? 'exempt' : 'not_started'
}

const forbidden: Judgement = {
  kind: 'refused',
  reason: 'forbidden',
  detail: 'Only a Shipmate Admin may make this move.',
}

const notAllowed = (line: Line, target: CoverageStatus): Judgement => {
  const [from, to] = [statusCatalogue[line.status].label, statusCatalogue[target].label]
  const why = line.offered ? '' : ' The policy year does not offer this coverage.'
  return {
    kind: 'refused',
    reason: 'not_allowed',
    detail: `The status can’t change from ${from} to ${to} without an override.${why}`,
  }
}
