/** What staff decide about one coverage type of a form. */
export const outcomes = ['approve', 'utp', 'decline'] as const
export type Outcome = (typeof outcomes)[number]
export const outcomeLabels: Record<Outcome, string> = {
  approve: 'Approve',
  utp: 'Unable to process',
  decline: 'Decline',
}
/** How a coverage type of a form is settled: by a decision, or closed without one. */
export const recordedOutcomes = [...outcomes, 'closed'] as const
export type RecordedOutcome = (typeof recordedOutcomes)[number]
/** The same in the past tense. */
export const decidedLabels: Record<RecordedOutcome, string> = {
  approve: 'Approved',
  utp: 'Unable to process',
  decline: 'Declined',
  closed: 'Closed without a decision',
}

/** What staff can find out about other coverage by themselves. */
export const manualStatuses = ['active', 'inactive', 'unknown'] as const
export const manualStatusLabels: Record<(typeof manualStatuses)[number], string> = {
  active: 'Active',
  inactive: 'Inactive',
  unknown: 'Couldn’t confirm',
}

/** Who acts on a suggestion: no one yet (shadow), or staff. */
export const decisionModes = ['shadow', 'assist'] as const

/** Whether staff agree with a suggestion. */
export const verdicts = ['agree', 'disagree'] as const

/** Why a form is left out of a bulk decision. */
export const decisionSkips = {
  unmatched: 'It isn’t matched with a student.',
  superseded: 'A later form replaced it.',
  in_progress: 'The student hasn’t submitted it yet.',
  decided: 'It’s already decided.',
  closed: 'Its coverage was settled in another way.',
  claimed: 'Someone else is reviewing it.',
  own_decline: 'Someone else must decide its appeal.',
  different: 'The rules recommend something else.',
  no_reason: 'The rules recommend no reason.',
  unclear_dependents: 'Its dependents may be on record already. Choose in the review.',
  not_allowed: 'Its status doesn’t allow this decision.',
} as const
