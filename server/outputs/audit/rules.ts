import { reviewThresholds, type FindingKind } from '#contract/outputs/audit/review.ts'

/** What one person did in a week, and what is usual. */
export interface PersonWeek {
  readonly user_id: number
  /** Students viewed in the week. */
  readonly records: number
  /** The average of the person’s weeks before, and the median of others’ average weeks. */
  readonly own_usual: number
  readonly others_usual: number
  /** Students viewed at night in their school’s time zone. */
  readonly at_night: number
  /** Students with the person’s last name or email address, and one of them. */
  readonly own_name: number
  readonly own_name_student_id: number | null
  /** Times that access was denied. */
  readonly refusals: number
}

/** A finding before it’s saved. */
export interface NewFinding {
  readonly kind: FindingKind
  readonly user_id: number
  readonly quantity: number
  readonly own_usual: number | null
  readonly others_usual: number | null
  readonly student_id: number | null
}

/** Returns what is unusual about a person’s week, by the thresholds of the contract. */
export const findingsOf = (week: PersonWeek): NewFinding[] => {
  const plain = { user_id: week.user_id, own_usual: null, others_usual: null, student_id: null }
  const { manyRecords, timesUsual, otherHours, manyRefusals } = reviewThresholds
  const { records, own_usual, others_usual } = week
  const isUnusual = records >= timesUsual * own_usual && records >= timesUsual * others_usual
  return [
    ...(records >= manyRecords && isUnusual
      ? [{ ...plain, kind: 'many_records' as const, quantity: records, own_usual, others_usual }]
      : []),
    ...(week.at_night >= otherHours
      ? [{ ...plain, kind: 'other_hours' as const, quantity: week.at_night }]
      : []),
    ...(week.own_name > 0
      ? [
          {
            ...plain,
            kind: 'own_name' as const,
            quantity: week.own_name,
            student_id: week.own_name === 1 ? week.own_name_student_id : null,
          },
        ]
      : []),
    ...(week.refusals >= manyRefusals
      ? [{ ...plain, kind: 'many_refusals' as const, quantity: week.refusals }]
      : []),
  ]
}
