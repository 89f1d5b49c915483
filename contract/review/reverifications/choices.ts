import { eligibilityStatuses, eligibilityStatusLabels } from '#contract/review/verifications/choices.ts'

/** How far a reverification of a policy year is. */
export const reverificationStates = ['running', 'paused', 'stopped', 'done'] as const
export type ReverificationState = (typeof reverificationStates)[number]

/** Why a waiver is checked again, in the order of the list. */
export const reverifyReasons = [
  'due',
  'sample',
  'not_due',
  'needs_reverification',
  'inactive',
  'aged_out',
  'unable_to_process',
] as const
export type ReverifyReason = (typeof reverifyReasons)[number]
export const reverifyReasonLabels: Record<ReverifyReason, string> = {
  due: 'Reverify date reached',
  sample: 'Random sample',
  not_due: 'Not due yet',
  needs_reverification: 'Needs reverification',
  inactive: 'Waiver inactive',
  aged_out: 'Aged out',
  unable_to_process: 'Unable to process',
}

/** What came out for a coverage type; `waiting` until the payer answers, `not_checked` before it’s asked. */
export const reverificationResults = [...eligibilityStatuses, 'waiting', 'not_checked'] as const
export type ReverificationResult = (typeof reverificationResults)[number]
export const reverificationResultLabels: Record<ReverificationResult, string> = {
  ...eligibilityStatusLabels,
  waiting: 'Waiting for the insurance company',
  not_checked: 'Not checked',
}
