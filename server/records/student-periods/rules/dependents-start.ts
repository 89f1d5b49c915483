import { isAdmin, type Permission } from '#contract/platform/access.ts'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { tiers, type Tier } from '#contract/platform/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { DependentsAsk, DependentsPreview } from '#contract/records/student-periods/shapes.ts'
import { qualifyingEventLabels } from '#contract/setup/period-documents/insurance-configuration.ts'
import { isTier } from '#contract/platform/coverage/tiers.ts'
import {
  enrollmentTermsFor,
  isEnrolledWaiver,
  later,
  tierCountsFrom,
  type EnrollmentTerms,
} from '#server/platform/coverage/index.ts'
import type { Values } from '#server/platform/db/update-in-groups.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { daysBetween } from '#server/platform/lib/days.ts'
import { datesIn, dependentsAfter, type DependentWrite } from './dependents.ts'
import { lineOf, moveContextOf } from './lines.ts'
import { textOf, type MovableRow } from './movable-row.ts'
import type { Plan } from './plan.ts'

/** What a call says about the day from which other dependents count. */
type StartAsk = Omit<DependentsAsk, 'dependents'>

/** Who changes dependents, and when. */
interface Asking {
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly permission: Permission
}

const termsOf = ({ period, facts }: MovableRow): EnrollmentTerms | null =>
  period.rules ? enrollmentTermsFor(period.rules, facts) : null

/**
 * Returns the day from which other dependents count: the one asked for, or else the start by the life event, or else
 * today. The coverage dates of each line limit it later. Who comes back counts until the day they left already.
 */
export const dependentsStart = (
  row: MovableRow,
  writes: readonly DependentWrite[],
  ask: StartAsk,
  today: string,
): string => writes.flatMap(leftOn).reduce(later, wishedStart(row, ask, today))

/** Returns the days on which someone left the coverage types that they get again. */
const leftOn = ({ before, after }: DependentWrite): string[] =>
  coverages
    .filter((coverage) => after?.covers.includes(coverage) && !before?.covers.includes(coverage))
    .flatMap((coverage) => datesIn(before)[`${coverage}_end_on`] ?? [])

const wishedStart = (row: MovableRow, ask: StartAsk, today: string): string => {
  const { dependents_effective_on: asked, event_on: on } = ask
  if (asked != null) return asked
  if (on == null) return today
  return termsOf(row)?.life_events.from_first_of_month === true ? `${on.slice(0, 7)}-01` : on
}

/** Returns the life events that the policy year accepts for a student. */
export const acceptedEvents = (row: MovableRow): DependentsPreview['life_events'] => [
  ...(termsOf(row)?.life_events.accepted ?? []),
]

/**
 * Returns whether a change of dependents needs a life event: only after the student’s enrollment window, and only if
 * enrolled coverage covers someone else than before. A School Admin needs one to add someone.
 */
export const lifeEventFor = (
  row: MovableRow,
  writes: readonly DependentWrite[],
  { today, permission }: Asking,
): DependentsPreview['life_event'] => {
  const terms = termsOf(row)
  const isOver = terms?.window != null && terms.window.closes_on < today
  if (!isOver || terms.life_events.accepted.length === 0) return 'not_asked'
  const after = dependentsAfter(row.dependents, writes)
  const [gains, loses] = [covers(after, row.dependents, row), covers(row.dependents, after, row)]
  if (!gains && !loses) return 'not_asked'
  return gains && !isAdmin({ permission }) ? 'required' : 'optional'
}

/** Returns whether an enrolled coverage type covers someone in the first list whom it doesn’t cover in the second. */
const covers = (
  these: MovableRow['dependents'],
  others: MovableRow['dependents'],
  { lines }: MovableRow,
): boolean =>
  coverages
    .filter((coverage) => isTier(lines[coverage].status) || isEnrolledWaiver(lines[coverage].status))
    .some((coverage) =>
      these
        .filter((one) => one.covers.includes(coverage))
        .some(({ id }) => !others.some((other) => other.id === id && other.covers.includes(coverage))),
    )

/** Returns the errors of a call that changes dependents, by key; {} if there are none. */
export const startErrors = (
  row: MovableRow,
  ask: StartAsk,
  writes: readonly DependentWrite[] | null,
  by: Asking,
): Record<string, string> => {
  const first = (['dependents_effective_on', 'qualifying_event', 'event_on'] as const).find(
    (key) => ask[key] != null,
  )
  if (writes === null) return first === undefined ? {} : { [first]: 'Send it with the dependents.' }
  const { dependents_effective_on: on } = ask
  const { starts_on, ends_on } = row.period
  const isOutside = on != null && (on < starts_on || on > ends_on)
  return {
    ...(isOutside ? { dependents_effective_on: 'Choose a day within the policy year.' } : {}),
    ...eventErrors(row, ask, lifeEventFor(row, writes, by) === 'required', by.today),
  }
}

const eventErrors = (
  row: MovableRow,
  { qualifying_event: event, event_on: on }: StartAsk,
  isRequired: boolean,
  today: string,
): Record<string, string> => {
  const terms = termsOf(row)
  if (event != null) {
    return terms && !terms.life_events.accepted.includes(event)
      ? { qualifying_event: 'Choose one of this policy year’s qualifying life events.' }
      : dateErrors(on ?? null, isRequired ? (terms?.life_events.days ?? null) : null, today)
  }
  if (on != null) return { qualifying_event: 'Choose what happened on this date.' }
  return isRequired ? { qualifying_event: closedText(terms) } : {}
}

/** Returns the errors of an event’s date; `days` limits how long ago it may be. */
const dateErrors = (on: string | null, days: number | null, today: string): Record<string, string> => {
  if (on === null) return { event_on: 'Enter the date of the life event.' }
  if (on > today) return { event_on: 'Enter today or an earlier date.' }
  if (days === null || daysBetween(on, today) <= days) return {}
  const why = `The life event was more than ${days} days ago.`
  return { event_on: `${why} A Shipmate Admin can still add the dependent.` }
}

const closedText = (terms: EnrollmentTerms | null): string =>
  `Enrollment closed on ${dayText(terms?.window?.closes_on ?? '')}. Choose a qualifying life event.`

/** Returns the enrolled lines whose tier a plan changes, with the day from which it counts and the premiums.
 * Without a day, that of the form counts. */
export const changedTiers = (
  { row, set }: Plan,
  effective_on: string | undefined,
  today: string,
): DependentsPreview['lines'] =>
  coverages.flatMap((coverage) => {
    const after = { ...row.values, ...set }
    const [from, to] = [tierIn(row.values, coverage), tierIn(after, coverage)]
    if (from === null || to === null || from === to) return []
    const context = { ...moveContextOf(row, coverage, today), effective_on }
    const premium = `${coverage}_enroll_premium`
    const direct = `${coverage}_enroll_direct_pay_premium`
    return {
      coverage,
      from,
      to,
      effective_on: tierCountsFrom(lineOf(row, coverage), context),
      premium_before: textOf(row.values, premium),
      premium_after: textOf(after, premium),
      direct_pay_premium_before: textOf(row.values, direct),
      direct_pay_premium_after: textOf(after, direct),
    }
  })

/** Returns the tier of an enrolled student, also while a waiver is pending. */
const tierIn = (values: Values, coverage: Coverage): Tier | null => {
  const status = textOf(values, statusFieldOf(coverage))
  const isPending = isEnrolledWaiver(status)
  const name = isPending ? textOf(values, `${coverage}_prior_tier`) : status
  return tiers.find((tier) => tier === name) ?? null
}

/** Returns what the history says about a change of dependents: the life event, and from when the premiums count. */
export const startReason = (
  { qualifying_event: event, event_on: on }: StartAsk,
  lines: DependentsPreview['lines'],
): string | null => {
  const days = [...new Set(lines.map(({ effective_on }) => dayText(effective_on)))]
  const sentences = [
    event && on ? `${qualifyingEventLabels[event]} on ${dayText(on)}.` : '',
    days.length > 0 ? `The new premium counts from ${days.join(' and ')}.` : '',
  ].filter((sentence) => sentence !== '')
  return sentences.length > 0 ? sentences.join(' ') : null
}
