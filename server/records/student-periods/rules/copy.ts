import {
  coverages,
  isCoverageStatus,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import type { AcademicStatus } from '#contract/platform/record/student-period-choices.ts'
import {
  statusFieldOf,
  studentPeriodFields,
  type StudentPeriodField,
} from '#contract/platform/record/student-period-fields.ts'
import { keysOf } from '#server/platform/lib/pick.ts'
import {
  enrollmentTermsFor,
  feeColumns,
  newLines,
  rolloverStatus,
  startedCoverage,
  type PeriodOfLines,
} from '#server/platform/coverage/index.ts'

const copiedIf = (isAsked: (copied: RecordField['copied']) => boolean): StudentPeriodField[] =>
  keysOf(studentPeriodFields).filter((name) => {
    const { copied }: RecordField = studentPeriodFields[name]
    return copied !== undefined && isAsked(copied)
  })

/** The fields a copy includes by default: academic and waive fields. */
export const defaultCopyFields = copiedIf((copied) => copied === 'usual')

/** The fields a copy can include: no status and no enroll field. */
const copyableFields = copiedIf(() => true)

const copyable: ReadonlySet<string> = new Set(copyableFields)

/** Returns the index of the first requested field that can’t be copied; -1 if there is none. */
export const findNotCopyable = (fields: readonly string[]): number =>
  fields.findIndex((field) => !copyable.has(field))

type Value = string | number | boolean | null
type Values = Readonly<Record<string, Value | undefined>>

export interface CopyContext {
  /** The date in the offices’ time zone. */
  readonly today: string
  /** The target period. */
  readonly period: PeriodOfLines
  readonly fields: readonly string[]
  /** Values in the request; they win over copied ones. */
  readonly given?: Values
}

/**
 * Returns the values of a student-period’s copy in another period. Its lines start over unless the student is
 * exempt or the period renews them. An incoming student is a returning one.
 */
export const copyValues = (source: Values, context: CopyContext): Record<string, Value> => {
  const values: Record<string, Value> = {}
  for (const field of context.fields) {
    const value = source[field]
    if (value != null) values[field] = value
  }
  if (values['academic_status'] === 'incoming') values['academic_status'] = 'returning'
  Object.assign(values, context.given)
  // the column's CHECK and the request's schema allow exactly the contract's academic statuses
  const academic_status = (values['academic_status'] ?? null) as AcademicStatus | null
  const { rules } = context.period
  const lines = newLines({ ...values, academic_status }, context, (coverage, standing) =>
    rolloverStatus(statusIn(source, coverage), standing, rules),
  )
  return { ...values, ...lines, ...renewedTerms(values, lines, context.period) }
}

const statusIn = (source: Values, coverage: Coverage): CoverageStatus => {
  const status = source[statusFieldOf(coverage)]
  return isCoverageStatus(status) ? status : 'not_started'
}

/** Returns the terms of renewed coverage, which starts with the new period: its dates, plan, premium and fees. */
const renewedTerms = (
  who: Record<string, Value>,
  lines: Values,
  period: PeriodOfLines,
): Record<string, Value> => {
  const { rules } = period
  const charged = new Set(feeColumns.filter((name) => who[name] != null))
  const values: Record<string, Value> = {}
  for (const coverage of coverages) {
    const tier = tiers.find((one) => one === lines[statusFieldOf(coverage)])
    if (tier === undefined) continue
    const fees = rules ? enrollmentTermsFor(rules, who).fees : {}
    const plan = rules?.plans[coverage]
    const start = { coverage, tier, starts_on: period.starts_on, period, plan, fees, charged }
    Object.assign(values, startedCoverage(start))
  }
  return values
}

/** Returns the coverage types of a copied dependent: only those whose enrollment is renewed. */
export const copiedCovers = (covers: readonly string[], written: Values): Coverage[] =>
  coverages.filter(
    (coverage) =>
      covers.includes(coverage) && tiers.some((tier) => tier === written[statusFieldOf(coverage)]),
  )
