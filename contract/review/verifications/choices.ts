/** The status of an eligibility result. A member who wasn’t found is `unknown`, not inactive. */
export const eligibilityStatuses = [
  'active',
  'inactive',
  'unknown',
  'other_plan_detected',
  'missing_request_information',
  'unable_to_send_request',
  'request_failed',
] as const
export type EligibilityStatus = (typeof eligibilityStatuses)[number]
export const eligibilityStatusLabels: Record<EligibilityStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  unknown: 'Not found',
  other_plan_detected: 'Other plan detected',
  missing_request_information: 'Missing information',
  unable_to_send_request: 'Couldn’t be sent',
  request_failed: 'Failed',
}

/** The statuses by how much they ask of staff, the most first; `active` asks nothing. */
export const urgentEligibilityStatuses = [
  'inactive',
  'other_plan_detected',
  'missing_request_information',
  'unknown',
  'unable_to_send_request',
  'request_failed',
] as const satisfies readonly Exclude<EligibilityStatus, 'active'>[]

/** How far the payer’s answer is: accepted and awaited, here, or lost to an error. */
export const retrievalStatuses = ['pending', 'retrieved', 'error'] as const

/** Who carries inquiries to payers: made-up answers for demos, X12 over HTTPS, or JSON over HTTPS. */
export const eligibilityProviders = ['simulator', 'x12', 'json'] as const
export type EligibilityProvider = (typeof eligibilityProviders)[number]
export const eligibilityProviderLabels: Record<EligibilityProvider, string> = {
  simulator: 'Simulator (sample results)',
  x12: 'X12 over HTTPS',
  json: 'JSON over HTTPS',
}

/** How an attempt differs from the form’s own answers, in the order of the ladder. */
export const variations = [
  'as_entered',
  'as_subscriber',
  'as_dependent',
  'without_suffix',
  'without_prefix',
  'without_first_name',
  'former_name',
  'sibling_payer',
] as const
export type Variation = (typeof variations)[number]
export const variationLabels: Record<Variation, string> = {
  as_entered: 'As entered',
  as_subscriber: 'Student as subscriber',
  as_dependent: 'Student as dependent',
  without_suffix: 'Member ID without suffix',
  without_prefix: 'Member ID without prefix',
  without_first_name: 'Without first name',
  former_name: 'Former last name',
  sibling_payer: 'Another payer ID of the same company',
}

/** Why a check was made. */
export const checkCauses = ['staff', 'form', 'reverification', 'batch'] as const
export type CheckCause = (typeof checkCauses)[number]
export const checkCauseLabels: Record<CheckCause, string> = {
  staff: 'Requested by staff',
  form: 'Waiver form',
  reverification: 'Reverification',
  batch: 'Batch eligibility file',
}
