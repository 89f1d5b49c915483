import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { AcademicStatus } from '#contract/platform/record/student-period-choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { CoverageEvent } from '#contract/platform/coverage/events.ts'
import { premiumsOfDependents } from './effects.ts'
import type { Line, MoveContext } from './line.ts'
import {
  eligibilityOf,
  type LineRules,
  type CoverageEligibility,
  type EligibilityFacts,
} from './line-rules.ts'
import { eventForAcademicStatus } from './new-lines.ts'
import { runEvent, startingStatus } from './rules.ts'

/** The parts of a period that decide the coverage of its records. */
export interface PeriodOfLines {
  readonly starts_on: string
  readonly ends_on: string
  readonly medical_offered: boolean
  readonly dental_offered: boolean
  readonly vision_offered: boolean
  readonly medical_is_voluntary: boolean
  /** The period’s setup; without it, its own booleans decide. */
  readonly rules?: LineRules | undefined
}

export type LineState = Pick<
  Line,
  'status' | 'prior_status' | 'prior_tier' | 'prior_end_on' | 'coverage_start_on' | 'coverage_end_on'
> & {
  /** The dependents whose `covers` includes the line; only a student’s return needs them, and what the line costs. */
  readonly covered?: MoveContext['covered']
  readonly premium?: string | null
  readonly direct_pay_premium?: string | null
}
export type LineStates = Readonly<Record<Coverage, LineState>>

/** The date and the period of a status change. */
interface Where {
  readonly today: string
  readonly period: PeriodOfLines
  /** The date a change of academic status counts from; defaults to today. */
  readonly effective_on?: string | null | undefined
}

const asLine = (coverage: Coverage, state: LineState, period: PeriodOfLines): Line => ({
  coverage,
  ...state,
  offered: period[`${coverage}_offered`],
  voluntary: coverage === 'medical' ? period.medical_is_voluntary : true,
})

/**
 * Returns what a change of academic status writes to the lines: statuses and related columns. Empty if it runs no
 * event.
 */
export const movesByAcademicStatus = (
  lines: LineStates,
  before: AcademicStatus | null,
  after: AcademicStatus | null,
  where: Where,
): Record<string, string | null> => {
  const event = eventForAcademicStatus(before, after)
  const values: Record<string, string | null> = {}
  if (event === null) return values
  for (const coverage of coverages) {
    const line = asLine(coverage, lines[coverage], where.period)
    const context = {
      ...where,
      covered: lines[coverage].covered ?? [],
      // these events don't depend on the record status
      record: { status: 'active', academic_status: after } as const,
      ...rulesOf(where.period.rules),
    }
    const outcome = runEvent(event, line, context)
    if (!outcome) continue
    Object.assign(values, outcome.effects, { [statusFieldOf(coverage)]: outcome.to })
    if (returns.has(event)) Object.assign(values, followingTier(lines[coverage], line, outcome, context))
  }
  return values
}

/** The events that give a student who left the coverage of before; its dependents may have changed since. */
export const returns: ReadonlySet<CoverageEvent> = new Set(['loa_end', 'readmission'])

/** Returns the tier of the dependents who are covered at a student’s return, with its premium from that day on. */
const followingTier = (
  { premium, direct_pay_premium }: LineState,
  line: Line,
  { to, effects }: NonNullable<ReturnType<typeof runEvent>>,
  context: MoveContext & Where,
): Record<string, string | null> => {
  const end = effects[`${line.coverage}_enroll_coverage_end_on`] ?? line.coverage_end_on ?? null
  const back = { ...line, status: to, coverage_end_on: end }
  const followed = runEvent('dependents_changed', back, context)
  if (!followed) return {}
  const day = { effective_on: context.effective_on ?? context.today }
  const plans = { planOf: () => context.period.rules?.plans[line.coverage] }
  const owed = { premium: premium ?? null, direct_pay_premium: direct_pay_premium ?? null }
  const premiums = premiumsOfDependents(back, followed, owed, { ...context, ...day, ...plans })
  return { ...followed.effects, ...premiums, [statusFieldOf(line.coverage)]: followed.to }
}

/** Returns what status changes need from the period’s setup. */
export const rulesOf = (rules: LineRules | undefined): Pick<MoveContext, 'one_family_tier' | 'options'> =>
  rules
    ? {
        one_family_tier: rules.insurance.uses_family_tier,
        options: {
          keeps_coverage_on_leave: rules.insurance.keeps_coverage_on_leave,
          withdrawal_void_days: rules.insurance.withdrawal_void_days,
        },
      }
    : {}

/** A student who is added to a period. */
export interface NewStudentPeriod extends EligibilityFacts {
  readonly academic_status: AcademicStatus | null
}

/**
 * Returns the lines of a new student-period as values to save: the starting status (not_applicable if the
 * period doesn’t offer the line to the student, otherwise from `startOf`: exempt or not_started), then the
 * academic status’s event.
 */
export const newLines = (
  who: NewStudentPeriod,
  where: Where,
  startOf: (coverage: Coverage, standing: CoverageEligibility) => CoverageStatus = (_coverage, standing) =>
    startingStatus(standing),
): Record<string, string | null> => {
  const at = (coverage: Coverage): LineState => ({
    status: startOf(coverage, eligibilityOf(where.period, coverage, who)),
    prior_status: null,
    prior_tier: null,
  })
  const lines = { medical: at('medical'), dental: at('dental'), vision: at('vision') }
  const starts = Object.fromEntries(coverages.map((name) => [statusFieldOf(name), lines[name].status]))
  return { ...starts, ...movesByAcademicStatus(lines, null, who.academic_status, where) }
}
