import {
  coverages,
  coverageStatuses,
  isCoverageStatus,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import { leftOutReasons, type LeftOutReason } from '#contract/review/imports/choices.ts'
import type { YearCopy } from '#contract/review/imports/shapes.ts'
import { supplementalFees } from '#contract/setup/period-documents/insurance-configuration.ts'
import { asMoney, centsOf } from '#contract/setup/periods/proration.ts'
import { isTier } from '#contract/platform/coverage/tiers.ts'
import type { CopySource, Plan } from './plan.ts'

type Counts = Pick<YearCopy, 'statuses' | 'due' | 'left_out' | 'become_returning'>
type Values = ReadonlyMap<string, FieldChange['after']>

/** A counter of what a copy of a policy year does. */
interface CopyCounter {
  readonly count: (source: CopySource, plan: Plan) => void
  /** Returns the counts in the order of coverage types, statuses and reasons, with sums to the cent. */
  readonly told: () => Counts
}

/** Returns a counter for the students of an earlier policy year. */
export const countCopies = (): CopyCounter => {
  const statuses = countStatuses()
  const leftOut = new Map<LeftOutReason, number>()
  const cents = { medical: 0, dental: 0, vision: 0, fees: 0 }
  let become_returning = 0
  const charge = (after: Values): void => {
    const enrolled = coverages.filter((coverage) => isTier(statusIn(after.get(statusFieldOf(coverage)))))
    for (const coverage of enrolled) cents[coverage] += inCents(after.get(`${coverage}_enroll_premium`))
    // fees are owed only by students who are enrolled in something
    if (enrolled.length > 0) for (const fee of supplementalFees) cents.fees += inCents(after.get(fee))
  }
  return {
    count: (source, plan) => {
      const { left_out_for, values: before } = source
      if (left_out_for !== null) return void leftOut.set(left_out_for, (leftOut.get(left_out_for) ?? 0) + 1)
      const after: Values = new Map(plan.student_period_changes.map((one) => [one.field, one.after]))
      statuses.count(before, after)
      charge(after)
      become_returning += Number(
        before['academic_status'] === 'incoming' && after.get('academic_status') === 'returning',
      )
    },
    told: () => ({
      statuses: statuses.told(),
      due: dueOf(cents),
      left_out: leftOutReasons.flatMap((reason) => {
        const students = leftOut.get(reason)
        return students === undefined ? [] : [{ reason, students }]
      }),
      become_returning,
    }),
  }
}

const statusIn = (value: unknown): CoverageStatus => (isCoverageStatus(value) ? value : 'not_started')

const inCents = (amount: unknown): number => (typeof amount === 'string' ? centsOf(amount) : 0)

const dueOf = ({ medical, dental, vision, fees }: Record<Coverage | 'fees', number>): YearCopy['due'] => ({
  medical: asMoney(medical),
  dental: asMoney(dental),
  vision: asMoney(vision),
  fees: asMoney(fees),
  total: asMoney(medical + dental + vision + fees),
})

/** Returns a counter of students by coverage type and by their statuses before and after. */
const countStatuses = () => {
  const students = new Map<string, number>()
  const keyOf = (coverage: Coverage, before: CoverageStatus, after: CoverageStatus): string =>
    [coverage, before, after].join(' ')
  return {
    count: (before: CopySource['values'], after: Values): void => {
      for (const coverage of coverages) {
        const field = statusFieldOf(coverage)
        const key = keyOf(coverage, statusIn(before[field]), statusIn(after.get(field)))
        students.set(key, (students.get(key) ?? 0) + 1)
      }
    },
    told: (): YearCopy['statuses'] =>
      coverages.flatMap((coverage) =>
        coverageStatuses.flatMap((before) =>
          coverageStatuses.flatMap((after) => {
            const many = students.get(keyOf(coverage, before, after))
            return many === undefined ? [] : [{ coverage, before, after, students: many }]
          }),
        ),
      ),
  }
}
