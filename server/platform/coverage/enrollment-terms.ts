import {
  supplementalFees,
  type QualifyingEvent,
  type SupplementalFee,
} from '#contract/setup/period-documents/insurance-configuration.ts'
import type { Term } from '#contract/setup/periods/proration.ts'
import { daysBetween } from '#server/platform/lib/days.ts'
import { isFor, type EligibilityFacts, type LineRules } from './line-rules.ts'

/** The fees a status change can add to a record: those of the insurance rules, and that of a late waiver. */
export const feeColumns = [...supplementalFees, 'late_waiver_fee'] as const
export type FeeColumn = (typeof feeColumns)[number]

/** What a policy year’s setup says about one student’s start of coverage and fees. Dates are `YYYY-MM-DD`. */
export interface EnrollmentTerms {
  /** The days on which an enrollment form is on time; null if the window has no end. */
  readonly window: { readonly opens_on: string | null; readonly closes_on: string } | null
  /** The last day for a waiver form; null without a deadline. */
  readonly waiver_deadline_on: string | null
  readonly coverage_terms: readonly Term[]
  readonly life_events: {
    readonly accepted: readonly QualifyingEvent[]
    /** Days after an event in which students can send a form. */
    readonly days: number
    /** Whether coverage starts on the first day of the event’s month instead of its date. */
    readonly from_first_of_month: boolean
  }
  /** The supplemental fees that apply to the student. */
  readonly fees: Readonly<Partial<Record<SupplementalFee, string>>>
  readonly late_waiver_fee: string | null
}

/** Returns a deadline for a student: that of their first cohort that has its own, or else the policy year’s. */
export const deadlineFor = (
  dates: LineRules['dates'],
  who: EligibilityFacts,
  deadline: 'enrollment_closes_on' | 'waiver_deadline_on',
): string | null => {
  const cohort = dates.cohorts.find((one) => one[deadline] !== null && isFor(one.audience, who))
  return cohort?.[deadline] ?? dates[deadline]
}

/** The last day for a student’s form, and the cohort that has it. */
interface Deadline {
  readonly day: string | null
  readonly cohort: string | null
}

/**
 * Returns a student’s last day for any form: the later one of the waiver deadline and the end of the enrollment window,
 * because a student who can still send a form isn’t late.
 */
export const lastDayFor = (dates: LineRules['dates'], who: EligibilityFacts): Deadline => {
  const days = (['waiver_deadline_on', 'enrollment_closes_on'] as const).map((name) =>
    deadlineFor(dates, who, name),
  )
  const cohort = dates.cohorts.find(
    (one) => (one.waiver_deadline_on ?? one.enrollment_closes_on) !== null && isFor(one.audience, who),
  )
  const day = days.reduce((latest, one) => ((one ?? '') > (latest ?? '') ? one : latest), null)
  return { day, cohort: cohort?.name ?? null }
}

/** Returns the dates, fees and life events that apply to a student. */
export const enrollmentTermsFor = (
  { dates, insurance }: Pick<LineRules, 'dates' | 'insurance'>,
  who: EligibilityFacts,
): EnrollmentTerms => {
  const closes_on = deadlineFor(dates, who, 'enrollment_closes_on')
  const fees = supplementalFees.flatMap((name) => {
    const { amount, audience } = insurance[name]
    return amount !== null && isFor(audience, who) ? [[name, amount] as const] : []
  })
  return {
    window: closes_on === null ? null : { opens_on: dates.enrollment_opens_on, closes_on },
    waiver_deadline_on: deadlineFor(dates, who, 'waiver_deadline_on'),
    coverage_terms: dates.coverage_terms,
    life_events: {
      accepted: insurance.qualifying_events,
      days: insurance.qualifying_event_days,
      from_first_of_month: insurance.qualifying_event_first_of_month,
    },
    fees: Object.fromEntries(fees),
    late_waiver_fee: insurance.late_waiver_fee,
  }
}

/** A qualifying life event on an enrollment form. Dates are `YYYY-MM-DD`. */
export interface LifeEvent {
  readonly event: QualifyingEvent
  readonly event_on: string
  /** The day at the school on which the form was sent. */
  readonly sent_on: string
}

/** What the start of a student’s coverage depends on. */
export interface StartFacts {
  readonly today: string
  readonly period: Term
  readonly terms: EnrollmentTerms | undefined
  /** The day the student signed their form. */
  readonly signed_on: string | null
  readonly life_event: LifeEvent | null
  readonly requested_on: string | null
}

/** Returns the earlier of two days; `YYYY-MM-DD` compares as text. */
export const earlier = (a: string, b: string): string => (a < b ? a : b)
/** Returns the later of two days. */
export const later = (a: string, b: string): string => (a > b ? a : b)

const isOnTime = ({ terms, signed_on }: StartFacts): boolean => {
  const window = terms?.window
  if (!window || signed_on === null) return false
  return signed_on <= window.closes_on && signed_on >= (window.opens_on ?? '')
}

/** Returns the start of the latest coverage term that contains a day, or of the policy year. */
export const startOfTerm = ({
  terms,
  period,
  requested_on,
}: Pick<StartFacts, 'terms' | 'period' | 'requested_on'>): string =>
  (terms?.coverage_terms ?? [])
    .filter(
      ({ starts_on, ends_on }) =>
        requested_on !== null && starts_on <= requested_on && requested_on <= ends_on,
    )
    .reduce((latest, { starts_on }) => later(latest, starts_on), period.starts_on)

/** Returns the start by the form’s life event; null without an event that the policy year accepts. */
export const startByEvent = ({ terms, life_event: told }: StartFacts): string | null => {
  if (!terms || !told) return null
  const { accepted, days, from_first_of_month } = terms.life_events
  const past = daysBetween(told.event_on, told.sent_on)
  if (!accepted.includes(told.event) || past < 0 || past > days) return null
  return from_first_of_month ? `${told.event_on.slice(0, 7)}-01` : told.event_on
}

/**
 * Returns the day coverage starts, always within the policy year. A form sent within its window starts with the policy
 * year, or with the coverage term of its requested date, whenever it’s approved; any other form with its life event, or
 * else on its requested date, and without one today (docs/domain.md, “Status changes”).
 */
export const coverageStart = (facts: StartFacts): string => {
  const { period, requested_on, today } = facts
  const wished = isOnTime(facts) ? startOfTerm(facts) : (startByEvent(facts) ?? requested_on ?? today)
  return earlier(later(wished, period.starts_on), period.ends_on)
}

/**
 * Returns the day coverage starts that staff give without a form’s approval: with a late form’s life event, or else with the
 * policy year, or with the coverage term of the requested date.
 */
export const overrideStart = (facts: StartFacts): string => {
  const byEvent = isOnTime(facts) ? null : startByEvent(facts)
  return earlier(later(byEvent ?? startOfTerm(facts), facts.period.starts_on), facts.period.ends_on)
}

/** Returns whether a waiver form was signed after its deadline. */
export const isLateWaiver = (terms: EnrollmentTerms, signed_on: string | null): boolean =>
  signed_on !== null && terms.waiver_deadline_on !== null && signed_on > terms.waiver_deadline_on
