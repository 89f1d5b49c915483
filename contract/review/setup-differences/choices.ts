/** How a record can differ from the setup of its policy year. */
export const differenceKinds = [
  'offering_off',
  'offering_on',
  'exemption',
  'exemption_ended',
  'tier',
  'premium',
  'plan_details',
  'fees',
  'fees_ended',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const differenceLabels: Record<DifferenceKind, string> = {
  offering_off: 'Not offered to the student',
  offering_on: 'Offered to the student',
  exemption: 'An exemption applies',
  exemption_ended: 'No exemption applies',
  tier: 'Tier doesn’t fit the covered dependents',
  premium: 'Premium for the tier and dates',
  plan_details: 'Plan name, type, underwriter or group number',
  fees: 'Fees',
  fees_ended: 'Fees that don’t apply to the student',
}

/**
 * Why a difference is left unless staff choose it: someone set it by hand, a form waits for a decision or for the student,
 * the student’s coverage is settled, the record has a tier for dependents but no dependents, or its premium isn’t the plan’s.
 */
export const apartReasons = ['by_hand', 'form_open', 'settled', 'no_dependents', 'premium_differs'] as const
export type ApartReason = (typeof apartReasons)[number]

export const apartLabels: Record<ApartReason, string> = {
  by_hand: 'Set manually',
  form_open: 'A form is open, and would be closed',
  settled: 'Already settled',
  no_dependents: 'No covered dependents on record',
  premium_differs: 'The premium isn’t the plan’s, so the tier would change from today',
}
