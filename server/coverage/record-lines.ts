import { coverages, type Coverage, type CoverageStatus } from '#contract/coverage/choices.ts'
import type { AcademicStatus } from '#contract/student-periods/choices.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { Line, MoveContext } from './line.ts'
import { standingOf, type LineRules, type Standing, type Who } from './line-rules.ts'
import { eventForAcademicStatus } from './new-lines.ts'
import { runEvent, startingStatus } from './rules.ts'

/** As much of a period as its lines need. */
export interface PeriodOfLines {
  readonly starts_on: string
  readonly ends_on: string
  readonly medical_offered: boolean
  readonly dental_offered: boolean
  readonly vision_offered: boolean
  readonly medical_is_voluntary: boolean
  /** How the period is set up; without it its own yes-or-nos decide. */
  readonly rules?: LineRules | undefined
}

export type LineState = Pick<
  Line,
  'status' | 'prior_status' | 'prior_tier' | 'coverage_start_on' | 'coverage_end_on'
>
export type LineStates = Readonly<Record<Coverage, LineState>>

/** When and into which period lines move. */
interface Where {
  readonly today: string
  readonly period: PeriodOfLines
  /** The day that a change of the academic status counts from; today unless said. */
  readonly effective_on?: string | null | undefined
}

const asLine = (coverage: Coverage, state: LineState, period: PeriodOfLines): Line => ({
  coverage,
  ...state,
  offered: period[`${coverage}_offered`],
  voluntary: coverage === 'medical' ? period.medical_is_voluntary : true,
})

/**
 * What a change of the academic status does to the lines: statuses and the columns beside them, as values to
 * write (decisions section 1). Empty where it runs no event.
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
    // the tier is not asked for by these events: whom the line covers does not matter
    const outcome = runEvent(event, asLine(coverage, lines[coverage], where.period), {
      ...where,
      covered: [],
      ...rulesOf(where.period.rules),
    })
    if (outcome) Object.assign(values, outcome.effects, { [statusFieldOf(coverage)]: outcome.to })
  }
  return values
}

/** What moves depend on that the period's set-up says. */
export const rulesOf = (rules: LineRules | undefined): Pick<MoveContext, 'one_family_tier' | 'options'> =>
  rules
    ? {
        one_family_tier: rules.insurance.uses_family_tier,
        options: { keeps_coverage_on_leave: rules.insurance.keeps_coverage_on_leave },
      }
    : {}

/** Somebody who comes into a period. */
export interface Newcomer extends Who {
  readonly academic_status: AcademicStatus | null
}

/**
 * The lines of a new student-period as values to write: where each starts (not_applicable where the period does not
 * offer it to the student, else as `startOf` says: exempt or not_started), then the academic status's event.
 */
export const newLines = (
  who: Newcomer,
  where: Where,
  startOf: (coverage: Coverage, standing: Standing) => CoverageStatus = (_coverage, standing) =>
    startingStatus(standing),
): Record<string, string | null> => {
  const at = (coverage: Coverage): LineState => ({
    status: startOf(coverage, standingOf(where.period, coverage, who)),
    prior_status: null,
    prior_tier: null,
  })
  const lines = { medical: at('medical'), dental: at('dental'), vision: at('vision') }
  const starts = Object.fromEntries(coverages.map((name) => [statusFieldOf(name), lines[name].status]))
  return { ...starts, ...movesByAcademicStatus(lines, null, who.academic_status, where) }
}
