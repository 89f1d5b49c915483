/** How a record can differ from the setup of its policy year. Premiums are compared in the student list. */
export const differenceKinds = [
  'offering_off',
  'offering_on',
  'exemption',
  'exemption_ended',
  'plan_details',
  'fees',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const differenceLabels: Record<DifferenceKind, string> = {
  offering_off: 'Not offered to the student',
  offering_on: 'Offered to the student',
  exemption: 'An exemption applies',
  exemption_ended: 'No exemption applies',
  plan_details: 'Plan name, type, underwriter or group number',
  fees: 'Fees',
}

/**
 * Why a difference is left unless staff choose it: someone set it by hand, a form waits for a decision or for the student,
 * or the student’s coverage is settled.
 */
export const apartReasons = ['by_hand', 'form_open', 'settled'] as const
export type ApartReason = (typeof apartReasons)[number]

export const apartLabels: Record<ApartReason, string> = {
  by_hand: 'Set by hand',
  form_open: 'A form is open, and would be closed',
  settled: 'Already settled',
}
