import { isAdmin, type Permission } from '#contract/access.ts'
import { statusCatalogue, type CoverageStatus } from '#contract/coverage/choices.ts'
import { holds } from './conditions.ts'
import { datesOf, keptBy } from './effects.ts'
import type { Line, LineEffects, MoveContext } from './line.ts'
import { tierFor } from './tiers.ts'
import {
  transitions,
  type CoverageEvent,
  type Note,
  type Target,
  type Transition,
} from './transition-table.ts'

/** The staff events of a status call and their words (decisions section 3); the target says which one is meant. */
export const staffEvents = {
  approve_enrollment: 'Approve enrollment',
  mark_enrollment_utp: 'Mark enrollment unable to process',
  approve_waiver: 'Approve waiver',
  mark_waiver_utp: 'Mark waiver unable to process',
  decline_waiver: 'Decline waiver',
  decline_optional: 'Decline coverage',
  loa_start: 'Start leave of absence',
  loa_end: 'End leave of absence',
} as const satisfies Partial<Record<CoverageEvent, string>>
export type StaffEvent = keyof typeof staffEvents

// Object.keys forgets that the keys are exactly the staff events.
const staffEventNames = Object.keys(staffEvents) as StaffEvent[]
const schoolEvents: ReadonlySet<CoverageEvent> = new Set<CoverageEvent>([
  'decline_optional',
  'loa_start',
  'loa_end',
])

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
 * kept for the way back is kept and cleared all the same). School admins may only decline_optional, loa_start and
 * loa_end. The tier is computed: another tier is an override.
 */
export const judgeMove = (line: Line, target: CoverageStatus, ask: MoveAsk): Judgement => {
  if (line.status === target) return { kind: 'unchanged' }
  for (const event of staffEventNames) {
    const outcome = runEvent(event, line, ask)
    if (outcome?.to !== target) continue
    return mayRun(event, ask.role) ? { kind: 'event', event, ...outcome } : forbidden
  }
  if (!isAdmin({ permission: ask.role })) return forbidden
  if (ask.may_override !== true) return notAllowed(line, target)
  return { kind: 'override', to: target, effects: keptBy(line, target) }
}

/** The moves that a menu offers for a line: staff events that change something and that the role may run. */
export const movesFrom = (line: Line, ask: MoveAsk): Move[] =>
  staffEventNames.flatMap((event) => {
    const outcome = mayRun(event, ask.role) ? runEvent(event, line, ask) : null
    if (!outcome || outcome.to === line.status) return []
    return [{ event, label: staffEvents[event], to: outcome.to, effects: outcome.effects }]
  })

/** Runs a named event on a line by the transition table; null where the table leaves the cell empty. */
export const runEvent = (event: CoverageEvent, line: Line, context: MoveContext): Outcome | null => {
  const row = rowsOf(event).find((row) => row.from.includes(line.status) && holds(row.when, line, context))
  if (!row) return null
  const to = targetOf(row.to, line, context)
  const effects = { ...datesOf(row.sets, line, context), ...keptBy(line, to) }
  return row.note === undefined ? { to, effects } : { to, effects, note: row.note }
}

const mayRun = (event: CoverageEvent, role: Permission): boolean =>
  isAdmin({ permission: role }) || schoolEvents.has(event)

const rowsByEvent = Map.groupBy(transitions, (row) => row.event)
const rowsOf = (event: CoverageEvent): readonly Transition[] => rowsByEvent.get(event) ?? []

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
