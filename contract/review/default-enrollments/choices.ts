/** Why a student isn’t auto-enrolled in a coverage type now. */
export const leftOutReasons = [
  'deadline_ahead',
  'no_deadline',
  'waiting_for_decision',
  'days_left',
  'enrollment_utp',
  'has_dependents',
  'status_not_included',
  'exempt',
  'not_offered',
  'not_in_force',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export const leftOutLabels: Record<LeftOutReason, string> = {
  deadline_ahead: 'The deadline hasn’t passed',
  no_deadline: 'There’s no deadline',
  waiting_for_decision: 'A form or appeal is waiting for a decision',
  days_left: 'Still has days to respond',
  enrollment_utp: 'The enrollment form couldn’t be processed',
  has_dependents: 'Has covered dependents, enroll manually',
  status_not_included: 'The policy year doesn’t auto-enroll this status',
  exempt: 'Exempt',
  not_offered: 'Not offered to this student',
  not_in_force: 'Inactive, graduated or withdrawn',
}

/** What keeps auto-enrollment from starting: a premium is missing, or staff must confirm that it didn’t change. */
export const premiumIssueKinds = ['premium_missing', 'premium_unchanged'] as const
