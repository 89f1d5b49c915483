import { attestationLabels, attestations } from './waiver-choices.ts'
import { waiverRules, type RuleKey } from './waiver-rules.ts'

/** Requirements that a student can attest to: the rules that an attestation can answer. */
export const attestedRules = [
  'aca_compliant',
  'active_and_continuous',
  'max_deductible',
  'max_out_of_pocket',
  'min_benefit',
  'benefits',
  'local_network',
  'medicaid_state',
  'excluded_types',
  'us_insurer_contact',
  'visa',
] as const satisfies readonly RuleKey[]

/** The keys of all attestations: the statements of the rule `attestations`, and the rules above. */
export const attestedKeys = [...attestations, ...attestedRules] as const
export type AttestedKey = (typeof attestedKeys)[number]
// Object.fromEntries drops the type of the keys
export const attestedLabels = {
  ...attestationLabels,
  ...Object.fromEntries(attestedRules.map((key) => [key, waiverRules[key].label])),
} as Record<AttestedKey, string>
