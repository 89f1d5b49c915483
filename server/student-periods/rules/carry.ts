import {
  coverages,
  isCoverageStatus,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import { tiers } from '#contract/coverage/status-groups.ts'
import type { RecordField } from '#contract/record-field.ts'
import type { AcademicStatus } from '#contract/student-periods/choices.ts'
import {
  statusFieldOf,
  studentPeriodFields,
  type StudentPeriodField,
} from '#contract/student-periods/fields.ts'
import { keysOf } from '../../lib/pick.ts'
import { newLines, planEffects, rolloverStatus, type PeriodOfLines } from '#server/coverage/index.ts'

const copiedIf = (isAsked: (copied: RecordField['copied']) => boolean): StudentPeriodField[] =>
  keysOf(studentPeriodFields).filter((name) => {
    const { copied }: RecordField = studentPeriodFields[name]
    return copied !== undefined && isAsked(copied)
  })

/** What a copy carries unless said otherwise: academic and waive fields (decisions section 4, 'Import'). */
export const defaultFieldsToCarry = copiedIf((copied) => copied === 'usual')

/** What a copy may carry: no status, no enroll field. */
export const carriableFields = copiedIf(() => true)

const carriable: ReadonlySet<string> = new Set(carriableFields)

/** Where among the fields that are asked for the first one is that no copy carries; -1 where there is none. */
export const findUncarriable = (fields: readonly string[]): number =>
  fields.findIndex((field) => !carriable.has(field))

type Value = string | number | boolean | null
type Values = Readonly<Record<string, Value | undefined>>

export interface CarryContext {
  /** Of the offices' time zone. */
  readonly today: string
  /** The period that is carried into. */
  readonly period: PeriodOfLines
  readonly fields: readonly string[]
  /** Fields that are said with the copy: they stand over what is carried. */
  readonly given?: Values
}

/**
 * What a student-period becomes in another period, as values to write: the fields that it holds, and the lines, which
 * begin anew unless the student is exempt (decisions section 4, 'Import').
 */
export const carryOver = (source: Values, context: CarryContext): Record<string, Value> => {
  const values: Record<string, Value> = {}
  for (const field of context.fields) {
    const value = source[field]
    if (value != null) values[field] = value
  }
  Object.assign(values, context.given)
  // the CHECK of the column, and the schema of what is said, hold exactly the contract's academic statuses
  const academic_status = (values['academic_status'] ?? null) as AcademicStatus | null
  const { rules } = context.period
  const lines = newLines({ ...values, academic_status }, context, (coverage, standing) =>
    rolloverStatus(statusIn(source, coverage), standing, rules),
  )
  return { ...values, ...lines, ...renewedTerms(lines, context.period) }
}

const statusIn = (source: Values, coverage: Coverage): CoverageStatus => {
  const status = source[statusFieldOf(coverage)]
  return isCoverageStatus(status) ? status : 'not_started'
}

/** Coverage that is renewed runs with the period, in its plan. */
const renewedTerms = (lines: Values, period: PeriodOfLines): Record<string, Value> => {
  const values: Record<string, Value> = {}
  for (const coverage of coverages) {
    const tier = tiers.find((one) => one === lines[statusFieldOf(coverage)])
    if (tier === undefined) continue
    values[`${coverage}_enroll_coverage_start_on`] = period.starts_on
    values[`${coverage}_enroll_coverage_end_on`] = period.ends_on
    if (period.rules)
      Object.assign(values, planEffects(coverage, period.rules.plans[coverage], tier, period, period))
  }
  return values
}

/** Whom a dependent that is copied covers: the lines whose enrollment is renewed, and no other. */
export const carriedCovers = (covers: readonly string[], written: Values): Coverage[] =>
  coverages.filter(
    (coverage) =>
      covers.includes(coverage) && tiers.some((tier) => tier === written[statusFieldOf(coverage)]),
  )
