import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { agingWaivers, countMeanings, needsReview } from '#contract/platform/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { RelativeDay } from '#contract/platform/relative-day.ts'
import type { WhereGroup, WhereNode } from '#contract/platform/table-where.ts'

export const builtInKeys = [
  'everyone',
  'needs_review',
  'to_decide_without_form',
  'unable_to_process',
  'response_overdue',
  'reverify_due',
  'aging_out',
  'planned_changes',
  'premium_differs',
  'not_started_near_deadline',
] as const
export type BuiltInKey = (typeof builtInKeys)[number]

/**
 * A view every user has in every period. Its query works in any school: dates are relative, and it covers all
 * coverage types.
 */
export interface BuiltInView {
  readonly key: BuiltInKey
  readonly name: string
  /** Who is in the view, in one sentence. */
  readonly about: string
  readonly query: { readonly where?: WhereGroup }
  /** The day the view opens. Before it, the view is always empty, and its count says so. */
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

const onParentsPlan = (coverage: Coverage): WhereNode => ({
  operator: 'and',
  rules: [
    statusIn(agingWaivers)(coverage),
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

/** Days before the waiver deadline when the view of students without a form opens. */
const daysBeforeDeadline = 14

/**
 * Students with a waiver that is to be reverified: by its status, or because the reverify date has come. Inactive and
 * aged-out waivers aren’t: they’re checked again only if someone chooses them.
 */
export const reverifyDue: WhereGroup = {
  operator: 'and',
  rules: [{ field: 'reverification_due', match_mode: 'equals', value: true }],
}

/** The built-in views, in order. */
export const builtInViews: readonly BuiltInView[] = [
  { key: 'everyone', name: 'All students', about: 'All active students in the policy year.', query: {} },
  {
    key: 'needs_review',
    name: 'To decide',
    about: countMeanings.needs_review,
    query: { where: anyLine(statusIn(needsReview)) },
  },
  {
    key: 'to_decide_without_form',
    name: 'To decide without a form',
    about: countMeanings.to_decide_without_form,
    query: {
      where: {
        operator: 'and',
        rules: [{ field: 'to_decide_without_form', match_mode: 'equals', value: true }],
      },
    },
  },
  {
    key: 'unable_to_process',
    name: 'Unable to process',
    about: 'Students who need to send more information.',
    query: { where: anyLine(statusIn(unableToProcess)) },
  },
  {
    key: 'response_overdue',
    name: 'Response overdue',
    about: 'Students whose waiver can’t be processed and who didn’t respond by the last day.',
    query: {
      where: {
        operator: 'and',
        rules: [{ field: 'respond_by', match_mode: 'dateBefore', value: { relative: 'today' } }],
      },
    },
  },
  {
    key: 'reverify_due',
    name: 'Reverification due',
    about:
      'Students whose waiver needs reverification or couldn’t be processed, or who waived and whose reverify date has come.',
    query: { where: reverifyDue },
  },
  {
    key: 'aging_out',
    // the age-out report counts coverage types, each by the rule of its insurance company
    name: 'Parent’s plan, 26th birthday',
    about:
      'Students who waived with a parent’s plan and have their 26th birthday before the policy year ends.',
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
    key: 'planned_changes',
    name: 'Planned changes',
    about: 'Students whose academic status changes on a later date, such as a leave or a withdrawal.',
    query: {
      where: { operator: 'and', rules: [{ field: 'planned_status_on', match_mode: 'isNotEmpty' }] },
    },
  },
  {
    key: 'premium_differs',
    name: 'Premium isn’t the plan’s',
    about: 'Enrolled students whose premium isn’t the plan’s for their tier and coverage dates.',
    query: {
      where: {
        operator: 'and',
        rules: [{ field: 'premium_differs', match_mode: 'equals', value: true }],
      },
    },
  },
  {
    key: 'not_started_near_deadline',
    name: 'Medical not started near deadline',
    about:
      'Students who haven’t started medical coverage when the waiver deadline is within 14 days or has passed.',
    query: {
      where: {
        operator: 'and',
        rules: [
          {
            field: 'waiver_deadline_on',
            match_mode: 'lte',
            value: { relative: 'today', offset: daysBeforeDeadline },
          },
          // other coverage can be left without a form
          statusIn(['not_started'])('medical'),
        ],
      },
    },
    opens: { relative: 'waiver_deadline', offset: -daysBeforeDeadline },
  },
]
