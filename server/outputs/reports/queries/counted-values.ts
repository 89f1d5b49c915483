import { coverages, coverageLabels, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import {
  approvedWaivers,
  chargedStatuses,
  unprocessedStatuses,
} from '#contract/platform/coverage/status-groups.ts'
import type { FigureReply, FigureRow } from '#contract/outputs/reports/figures.ts'
import type { StudentListColumn } from '#contract/platform/record/columns.ts'
import { sourceOfCoverageLabels } from '#contract/platform/record/student-period-choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { FieldFilter, Filters } from '#contract/platform/table-filters.ts'
import type { ReportContext, FigureAsk } from './age-out-report.ts'
import { countEach, listColumnValues } from '#server/records/student-periods/index.ts'

const rule = (constraint: FieldFilter['constraints'][number]): FieldFilter => ({
  operator: 'and',
  constraints: [constraint],
})

/** Returns the list’s filter for records in any of these statuses. */
export const inStatuses = (statuses: readonly CoverageStatus[]): FieldFilter =>
  rule({ match_mode: 'in', value: [...statuses] })

const isEmpty = rule({ match_mode: 'isEmpty' })

/** Returns a number with the student list that has its rows. */
export const studentsNumber = (quantity: number, filters: Filters): FigureRow['numbers'][number] => ({
  quantity,
  link: { list: 'students', filters: { ...filters } },
})

type Value = string | number | boolean | null

const isSource = (value: Value): value is keyof typeof sourceOfCoverageLabels =>
  typeof value === 'string' && Object.hasOwn(sourceOfCoverageLabels, value)

const labelOf = (field: StudentListColumn, value: Value): string => {
  if (value === null) return field.endsWith('_insurance_company') ? 'Not on the list' : 'Not recorded'
  return isSource(value) ? sourceOfCoverageLabels[value] : String(value)
}

interface Counted {
  readonly value: Value
  readonly quantity: number
}

/** Returns a row for each value of a column, with a number for each series; the values are those of any series. */
const rowsOf = (
  field: StudentListColumn,
  series: readonly { readonly filters: Filters; readonly counted: readonly Counted[] }[],
): FigureRow[] => {
  const values = new Set(series.flatMap(({ counted }) => counted.map(({ value }) => value)))
  return [...values].map((value) => ({
    key: String(value ?? ''),
    label: labelOf(field, value),
    numbers: series.map(({ filters, counted }) =>
      studentsNumber(counted.find((one) => one.value === value)?.quantity ?? 0, {
        ...filters,
        [field]: value === null ? isEmpty : rule({ match_mode: 'equals', value }),
      }),
    ),
  }))
}

const sumOf = ({ numbers }: FigureRow): number => numbers.reduce((sum, { quantity }) => sum + quantity, 0)

/** Returns rows with the largest first; those with equal numbers by name. */
const largestFirst = (rows: readonly FigureRow[]): FigureRow[] =>
  rows.toSorted((one, other) => sumOf(other) - sumOf(one) || one.label.localeCompare(other.label))

/** Counts approved waivers of a coverage type by the values of a column, the most frequent first. */
export const readWaiversBy = async (
  context: ReportContext,
  { period, coverage }: FigureAsk,
  field: StudentListColumn,
): Promise<FigureReply> => {
  const filters = { [statusFieldOf(coverage)]: inStatuses(approvedWaivers) }
  const { data, meta } = await listColumnValues(context, period.id, field, { filters })
  return {
    series: [{ key: 'waivers', label: 'Waivers' }],
    rows: largestFirst(rowsOf(field, [{ filters, counted: data }])),
    days: null,
    has_more: meta.more,
  }
}

const waiting = [
  { key: 'not_started', label: 'Not started', statuses: ['not_started'] },
  { key: 'not_fixed', label: 'Not fixed', statuses: unprocessedStatuses },
] as const satisfies readonly { key: string; label: string; statuses: readonly CoverageStatus[] }[]

/** Counts who hasn’t sent a form or fixed one, by the values of a column: years in order, else the most frequent first. */
export const readNoResponse = async (
  context: ReportContext,
  { period, coverage }: FigureAsk,
  field: 'program' | 'graduation_year',
): Promise<FigureReply> => {
  const counts = await Promise.all(
    waiting.map(async ({ statuses }) => {
      const filters = { [statusFieldOf(coverage)]: inStatuses(statuses) }
      return { filters, ...(await listColumnValues(context, period.id, field, { filters })) }
    }),
  )
  const rows = rowsOf(
    field,
    counts.map(({ filters, data }) => ({ filters, counted: data })),
  )
  const byYear = (one: FigureRow, other: FigureRow) => (one.key || '9999').localeCompare(other.key || '9999')
  return {
    series: waiting.map(({ key, label }) => ({ key, label })),
    rows: field === 'program' ? largestFirst(rows) : rows.toSorted(byYear),
    days: null,
    has_more: counts.some(({ meta }) => meta.more),
  }
}

/** Counts who is or was enrolled and has no premium, by coverage type. */
export const readEnrolledWithoutPremium = async (
  context: ReportContext,
  { period }: FigureAsk,
): Promise<FigureReply> => {
  const asked = coverages.map((coverage) => ({
    [statusFieldOf(coverage)]: inStatuses(chargedStatuses),
    [`${coverage}_enroll_premium`]: isEmpty,
    [`${coverage}_enroll_direct_pay_premium`]: isEmpty,
  }))
  const counts = await countEach(
    context,
    period.id,
    asked.map((filters) => ({ filters })),
  )
  return {
    series: [{ key: 'students', label: 'Students' }],
    rows: coverages.map((coverage, index) => ({
      key: coverage,
      label: coverageLabels[coverage],
      numbers: [studentsNumber(counts[index] ?? 0, asked[index] ?? {})],
    })),
    days: null,
    has_more: false,
  }
}
