import { coverages, type Coverage, type CoverageStatus } from '../coverage/choices.ts'
import { countMeanings, needsReview, reverificationStatuses } from '../coverage/status-groups.ts'
import { statusFieldOf } from '../student-periods/fields.ts'
import type { RelativeDay } from '../relative-day.ts'
import type { WhereGroup, WhereNode } from '../table-where.ts'

export const builtInKeys = [
  'everyone',
  'needs_review',
  'unable_to_process',
  'reverify_due',
  'aging_out',
  'not_started_near_deadline',
] as const
export type BuiltInKey = (typeof builtInKeys)[number]

/** A view that everybody has in every period. Its query needs no school: days are relative, lines are all three. */
export interface BuiltInView {
  readonly key: BuiltInKey
  readonly name: string
  /** One sentence: who is in it. */
  readonly about: string
  readonly query: { readonly where?: WhereGroup }
  /** Before this day it is empty by its nature; the counts say so. */
  readonly opens?: RelativeDay
}

const anyLine = (rule: (coverage: Coverage) => WhereNode): WhereGroup => ({
  operator: 'or',
  rules: coverages.map(rule),
})

const statusIn =
  (statuses: readonly CoverageStatus[]) =>
  (coverage: Coverage): WhereNode => ({
    field: statusFieldOf(coverage),
    match_mode: 'in',
    value: [...statuses],
  })

const unableToProcess = [
  'enrollment_utp',
  'waiver_utp',
  'enrolled_waiver_utp',
  'waived_enrollment_utp',
] as const satisfies readonly CoverageStatus[]

/** `waived*` of the requirements, and waivers on their way: whose place on a parent's plan matters. */
const onOtherCover = [
  'waived',
  'waived_needs_reverified',
  'waived_aged_out',
  'waived_enrollment_submitted',
  'waived_enrollment_utp',
  'waiver_submitted',
  'waiver_utp',
] as const satisfies readonly CoverageStatus[]

const onParentsPlan = (coverage: Coverage): WhereNode => ({
  operator: 'and',
  rules: [
    statusIn(onOtherCover)(coverage),
    {
      operator: 'or',
      rules: [
        {
          field: `${coverage}_waive_source_of_coverage`,
          match_mode: 'equals',
          value: 'parent_employer_group',
        },
        { field: `${coverage}_waive_subscriber_relation`, match_mode: 'equals', value: 'parent' },
      ],
    },
  ],
})

/** So many days before the waiver deadline those who did nothing are worth a view. */
const daysBeforeDeadline = 14

/** Waivers that must be looked at again: their status says so, or their day has come. */
export const reverifyDue: WhereGroup = {
  operator: 'or',
  rules: [
    anyLine(statusIn(reverificationStatuses)),
    { field: 'reverify_on', match_mode: 'lte', value: { relative: 'today' } },
  ],
}

/** The built-in views, in their order. */
export const builtInViews: readonly BuiltInView[] = [
  { key: 'everyone', name: 'All students', about: 'All active students of the policy year.', query: {} },
  {
    key: 'needs_review',
    name: 'Needs review',
    about: countMeanings.needs_review,
    query: { where: anyLine(statusIn(needsReview)) },
  },
  {
    key: 'unable_to_process',
    name: 'Unable to process',
    about: 'Some line waits for something from the student.',
    query: { where: anyLine(statusIn(unableToProcess)) },
  },
  {
    key: 'reverify_due',
    name: 'Reverify due',
    about: 'Some waiver must be looked at again, or its day to reverify has come.',
    query: { where: reverifyDue },
  },
  {
    key: 'aging_out',
    name: 'Aging out',
    about: 'Waived on a parent’s plan, and 26 before the policy year ends.',
    query: {
      where: {
        operator: 'and',
        rules: [
          { field: 'turns_26_on', match_mode: 'lte', value: { relative: 'period_end' } },
          anyLine(onParentsPlan),
        ],
      },
    },
  },
  {
    key: 'not_started_near_deadline',
    name: 'Not started, near the deadline',
    about: 'Some line is not started, and the waiver deadline is within 14 days or past.',
    query: {
      where: {
        operator: 'and',
        rules: [
          {
            field: 'waiver_deadline_on',
            match_mode: 'lte',
            value: { relative: 'today', offset: daysBeforeDeadline },
          },
          anyLine(statusIn(['not_started'])),
        ],
      },
    },
    opens: { relative: 'waiver_deadline', offset: -daysBeforeDeadline },
  },
]
