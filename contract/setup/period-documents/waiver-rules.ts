import * as z from 'zod/mini'
import { id, money, text, zip } from '#contract/platform/fields.ts'
import { inLanguages } from '#contract/platform/translation.ts'
import { usState } from '#contract/platform/place-fields.ts'
import { sourcesOfCoverage } from '#contract/platform/record/student-period-choices.ts'
import { classYear } from './audience.ts'
import {
  acceptances,
  attestations,
  benefits,
  evidences,
  excludedTypes,
  languages,
  requiredDocuments,
  severities,
} from './waiver-choices.ts'

const acceptance = z.enum(acceptances)
const someYears = z.array(classYear).check(z.maxLength(60))
const percent = z.int().check(z.gte(0), z.lte(100))
const none = z.strictObject({})

/** The parameters of each rule by key. */
const ruleParameters = {
  // Object.fromEntries drops the type of the sources
  accepted_sources: z.strictObject(
    Object.fromEntries(sourcesOfCoverage.map((source) => [source, acceptance])) as Record<
      (typeof sourcesOfCoverage)[number],
      typeof acceptance
    >,
  ),
  aca_compliant: none,
  active_and_continuous: z.strictObject({ through_period_end: z.boolean() }),
  max_deductible: z.strictObject({ amount: money }),
  max_out_of_pocket: z.strictObject({ amount: money }),
  min_benefit: z.strictObject({ unlimited: z.boolean(), amount: z.nullable(money) }),
  benefits: z.strictObject({ required: z.array(z.enum(benefits)) }),
  local_network: z.strictObject({
    zip: z.nullable(zip),
    miles: id,
    states_by_rotation: z.boolean(),
  }),
  medicaid_state: z.strictObject({ states: z.array(usState), class_years: someYears }),
  cobra_proof: none,
  excluded_types: z.strictObject({ types: z.array(z.enum(excludedTypes)) }),
  us_insurer_contact: none,
  visa: z.strictObject({
    min_per_accident: money,
    max_deductible: money,
    max_coinsurance_percent: percent,
    min_evacuation: money,
    min_repatriation: money,
  }),
  documents_required: z.strictObject({ documents: z.array(z.enum(requiredDocuments)) }),
  attestations: z.strictObject({ required: z.array(z.enum(attestations)) }),
  deadline_by_cohort: none,
} as const
export type RuleKey = keyof typeof ruleParameters
type ParametersOf<K extends RuleKey> = z.output<(typeof ruleParameters)[K]>

/** One row of the catalogue: the rule’s requirement, what it can be checked by and its default. */
interface RuleEntry<K extends RuleKey = RuleKey> {
  readonly label: string
  readonly meaning: string
  /** What it can be checked by; the first is the default. */
  readonly evidence: readonly [(typeof evidences)[number], ...(typeof evidences)[number][]]
  readonly severity: (typeof severities)[number]
  readonly parameters: ParametersOf<K>
}

// as above
const allAccepted = Object.fromEntries(
  sourcesOfCoverage.map((source) => [source, 'accept']),
) as ParametersOf<'accepted_sources'>

/** The rule catalogue, in screen order. */
export const waiverRules: { readonly [K in RuleKey]: RuleEntry<K> } = {
  accepted_sources: {
    label: 'Accepted sources of coverage',
    meaning: 'Choose whether each source is accepted, accepted by exception or not accepted.',
    evidence: ['attestation', 'eligibility', 'document'],
    severity: 'block',
    parameters: allAccepted,
  },
  aca_compliant: {
    label: 'Minimum essential coverage',
    meaning: 'The plan must be ACA-compliant minimum essential coverage.',
    evidence: ['attestation', 'eligibility', 'document'],
    severity: 'block',
    parameters: {},
  },
  active_and_continuous: {
    label: 'Active for the full policy year',
    meaning:
      'The plan must be active on the first day of the policy year and, if you choose, through its last day, including summer.',
    evidence: ['eligibility', 'document', 'attestation'],
    severity: 'block',
    parameters: { through_period_end: true },
  },
  max_deductible: {
    label: 'Maximum deductible',
    meaning: 'The limit for an individual, in network, per calendar year.',
    evidence: ['eligibility', 'document', 'attestation'],
    severity: 'block',
    parameters: { amount: '2500.00' },
  },
  max_out_of_pocket: {
    label: 'Out-of-pocket maximum',
    meaning: 'The limit for an individual, in network, per calendar year.',
    evidence: ['eligibility', 'document', 'attestation'],
    severity: 'review',
    parameters: { amount: '8550.00' },
  },
  min_benefit: {
    label: 'Minimum benefit',
    meaning: 'The plan must have an unlimited lifetime benefit or at least this much per year.',
    evidence: ['attestation', 'document'],
    severity: 'review',
    parameters: { unlimited: true, amount: null },
  },
  benefits: {
    label: 'Required benefits',
    meaning: 'Services the plan must cover.',
    evidence: ['eligibility', 'attestation', 'document'],
    severity: 'review',
    parameters: { required: [...benefits] },
  },
  local_network: {
    label: 'Local provider network',
    meaning: 'The plan must have in-network providers near campus or in the student’s rotation states.',
    evidence: ['attestation', 'document'],
    severity: 'review',
    parameters: { zip: null, miles: 30, states_by_rotation: false },
  },
  medicaid_state: {
    label: 'Medicaid states accepted',
    meaning:
      'Accept Medicaid only from these states and for these class years. Leave the years empty for all.',
    evidence: ['eligibility', 'document', 'attestation'],
    severity: 'block',
    parameters: { states: [], class_years: [] },
  },
  cobra_proof: {
    label: 'Proof of COBRA payment',
    meaning: 'The student must upload proof of this month’s payment.',
    evidence: ['document'],
    severity: 'block',
    parameters: {},
  },
  excluded_types: {
    label: 'Excluded kinds of coverage',
    meaning: 'Plan types you don’t accept as comparable coverage.',
    evidence: ['eligibility', 'document', 'attestation'],
    severity: 'block',
    parameters: { types: [...excludedTypes] },
  },
  us_insurer_contact: {
    label: 'U.S. insurance company',
    meaning:
      'The insurance company must have a U.S. claims office and phone number and handle claims in English and U.S. dollars.',
    evidence: ['attestation', 'document'],
    severity: 'review',
    parameters: {},
  },
  visa: {
    label: 'Visa rules (J-1, F-1)',
    meaning:
      'Minimum coverage for J-1 students (22 CFR 62.14), and for F-1 students if the school requires it.',
    evidence: ['attestation', 'document'],
    severity: 'block',
    parameters: {
      min_per_accident: '100000.00',
      max_deductible: '500.00',
      max_coinsurance_percent: 25,
      min_evacuation: '50000.00',
      min_repatriation: '25000.00',
    },
  },
  documents_required: {
    label: 'Required documents',
    meaning: 'Documents the student must upload.',
    evidence: ['document'],
    severity: 'block',
    parameters: { documents: ['insurance_card_front', 'insurance_card_back'] },
  },
  attestations: {
    label: 'Required attestations',
    meaning: 'Statements the student must agree to.',
    evidence: ['attestation'],
    severity: 'block',
    parameters: { required: [...attestations] },
  },
  deadline_by_cohort: {
    label: 'Submitted by the deadline',
    meaning: 'The student must submit by their cohort’s deadline.',
    evidence: ['attestation'],
    severity: 'review',
    parameters: {},
  },
}

// Object.keys drops the type of the rule keys
export const ruleKeys = Object.keys(waiverRules) as RuleKey[]

/** Who a rule applies to. An empty list applies to everyone. */
const appliesTo = z.strictObject({
  sources: z.array(z.enum(sourcesOfCoverage)),
  programs: z.array(text(120)).check(z.maxLength(200)),
  class_years: someYears,
  campuses: z.array(text(120)).check(z.maxLength(200)),
})

/** The message to the student if the rule isn’t met, by language. */
const message = inLanguages(
  // as above: the languages
  Object.fromEntries(languages.map((language) => [language, z.nullable(text(2000))])) as Record<
    (typeof languages)[number],
    z.ZodMiniNullable<z.ZodMiniString>
  >,
)

const ruleOf = <const K extends RuleKey>(key: K) =>
  z.strictObject({
    is_on: z.boolean(),
    severity: z.enum(severities),
    evidence: z.enum(evidences),
    applies_to: appliesTo,
    message,
    parameters: ruleParameters[key],
  })

/** The schema of each rule a school saves, by key. */
export const ruleSchemas = {
  accepted_sources: ruleOf('accepted_sources'),
  aca_compliant: ruleOf('aca_compliant'),
  active_and_continuous: ruleOf('active_and_continuous'),
  max_deductible: ruleOf('max_deductible'),
  max_out_of_pocket: ruleOf('max_out_of_pocket'),
  min_benefit: ruleOf('min_benefit'),
  benefits: ruleOf('benefits'),
  local_network: ruleOf('local_network'),
  medicaid_state: ruleOf('medicaid_state'),
  cobra_proof: ruleOf('cobra_proof'),
  excluded_types: ruleOf('excluded_types'),
  us_insurer_contact: ruleOf('us_insurer_contact'),
  visa: ruleOf('visa'),
  documents_required: ruleOf('documents_required'),
  attestations: ruleOf('attestations'),
  deadline_by_cohort: ruleOf('deadline_by_cohort'),
} as const
