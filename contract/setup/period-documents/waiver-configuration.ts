import * as z from 'zod/mini'
import type { ContentOf, ContentIssue } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'
import { states } from '#contract/platform/places.ts'
import { sourceOfCoverageLabels } from '#contract/platform/record/student-period-choices.ts'
import {
  acceptanceLabels,
  attestationLabels,
  benefitLabels,
  evidenceLabels,
  excludedTypeLabels,
  languageLabels,
  languages,
  medicaidStates,
  requiredDocumentLabels,
  severityLabels,
} from './waiver-choices.ts'
import { ruleKeys, ruleSchemas, waiverRules, type RuleKey } from './waiver-rules.ts'

const days = (most: number) => z.int().check(z.gte(0), z.lte(most))

const percent = z.int().check(z.gte(0), z.lte(100))

/** Months between reverifications of a waiver by source, or null for never. */
const months = z.nullable(z.int().check(z.gte(1), z.lte(12)))

// Object.fromEntries drops the type of the languages
const noMessage = Object.fromEntries(languages.map((language) => [language, null])) as Record<
  (typeof languages)[number],
  null
>

const ruleOf = <K extends RuleKey>(key: K, isOn = false) => ({
  is_on: isOn,
  severity: waiverRules[key].severity,
  evidence: waiverRules[key].evidence[0],
  applies_to: { sources: [], programs: [], class_years: [], campuses: [] },
  message: noMessage,
  parameters: waiverRules[key].parameters,
})

/** Returns an issue for each duplicate state or military mail region. */
const stateIssues = (states: readonly string[]): ContentIssue[] =>
  states.flatMap((state, index): ContentIssue[] => {
    const field = `medicaid_state.parameters.states.${index}`
    if (states.indexOf(state) < index) return [[field, 'Remove the duplicate state.']]
    const isOne = medicaidStates.some(({ value }) => value === state)
    return isOne ? [] : [[field, 'Choose a state, DC or a territory with a Medicaid program.']]
  })

/** The labels of the rules. */
// Object.fromEntries drops the type of the rule keys
const ruleNames = Object.fromEntries(ruleKeys.map((key) => [key, waiverRules[key].label])) as Record<
  RuleKey,
  string
>

/** The labels of the other waiver options. */
const policyLabels = {
  approves_automatically: 'Automatic approval',
  confirms_automatic_approvals: 'Email for automatic approvals',
  trial_days: 'Trial of automatic approval (days)',
  grace_days: 'Days to respond',
  coverage_letter_max_age_days: 'Maximum age of coverage letter (days)',
  appeal_days: 'Appeal window (days)',
  decision_target_days: 'Decision target (business days)',
  locks_after_benefits_used: 'No waiver after benefits are used',
  tries: 'Eligibility check attempts',
  reverify_individual_plan_months: 'Individual plans (months)',
  reverify_medicaid_months: 'Medicaid (months)',
  reverify_cobra_months: 'COBRA (months)',
  reverify_employer_group_months: 'Employer group plans (months)',
  reverify_sample_percent: 'Random sample (percent)',
  reverifies_nightly: 'Nightly reverification',
  ages_out_nightly: 'Nightly change to aged out',
  second_review_percent: 'Second review (percent)',
} as const

const choices = {
  ...sourceOfCoverageLabels,
  ...acceptanceLabels,
  ...attestationLabels,
  ...benefitLabels,
  ...evidenceLabels,
  ...excludedTypeLabels,
  ...requiredDocumentLabels,
  ...severityLabels,
  ...Object.fromEntries(states.map(({ value, label }) => [value, label])),
}

/** The labels of a rule’s parts in the history. */
const parts: Readonly<Record<string, string>> = {
  '*.is_on': 'On',
  '*.severity': 'If not met',
  ...Object.fromEntries(
    languages.map((language) => [`*.message.${language}`, `Message, ${languageLabels[language]}`]),
  ),
  '*.applies_to.sources': 'Applies to sources',
  '*.applies_to.programs': 'Applies to programs',
  '*.applies_to.class_years': 'Applies to class years',
  '*.applies_to.campuses': 'Applies to campuses',
  ...Object.fromEntries(
    Object.entries(sourceOfCoverageLabels).map(([source, label]) => [`*.parameters.${source}`, label]),
  ),
}

/**
 * The waiver rules and the office’s settings for deciding waivers. A published version is a numbered rule set; each
 * decision is linked to the rule set it used.
 */
export const waiverConfiguration = periodDocument({
  kind: 'waiver-configuration',
  label: 'Waiver options',
  isPublished: true,
  shape: {
    ...ruleSchemas,
    /**
     * Whether waivers that pass every machine-checked rule are approved automatically. Waivers are never
     * declined automatically.
     */
    approves_automatically: z.boolean(),
    confirms_automatic_approvals: z.boolean(),
    /** Days after automatic approval is published in which it only shows what it would approve. */
    trial_days: days(120),
    /** Days a student has after a waiver is marked unable to process. */
    grace_days: days(120),
    coverage_letter_max_age_days: days(365),
    appeal_days: days(60),
    /** Business days in which the office plans to decide. */
    decision_target_days: days(60),
    /** Whether a waiver during the year is refused after benefits were used. */
    locks_after_benefits_used: z.boolean(),
    /** Eligibility checks to run before an undetermined result needs staff review. */
    tries: z.int().check(z.gte(1), z.lte(10)),
    reverify_individual_plan_months: months,
    reverify_medicaid_months: months,
    reverify_cobra_months: months,
    reverify_employer_group_months: months,
    /** Percent of all other waivers that are reviewed at random. */
    reverify_sample_percent: percent,
    /** Whether waivers whose reverify date has come are checked every night. */
    reverifies_nightly: z.boolean(),
    /** Whether waivers change to aged out at night once coverage under a parent’s plan has likely ended. */
    ages_out_nightly: z.boolean(),
    /** Percent of waivers whose decisions someone else decides again, without seeing the first one. */
    second_review_percent: percent,
  },
  labels: { ...ruleNames, ...policyLabels },
  choices,
  parts,
  empty: {
    accepted_sources: ruleOf('accepted_sources', true),
    aca_compliant: ruleOf('aca_compliant'),
    active_and_continuous: ruleOf('active_and_continuous', true),
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
    documents_required: ruleOf('documents_required', true),
    attestations: ruleOf('attestations', true),
    deadline_by_cohort: ruleOf('deadline_by_cohort'),
    approves_automatically: false,
    confirms_automatic_approvals: true,
    trial_days: 14,
    grace_days: 30,
    coverage_letter_max_age_days: 60,
    appeal_days: 10,
    decision_target_days: 2,
    locks_after_benefits_used: false,
    tries: 3,
    reverify_individual_plan_months: 3,
    reverify_medicaid_months: 1,
    reverify_cobra_months: 1,
    reverify_employer_group_months: 6,
    reverify_sample_percent: 0,
    reverifies_nightly: false,
    ages_out_nightly: false,
    second_review_percent: 0,
  },
  issues: ({ min_benefit, local_network, medicaid_state }) => [
    ...(min_benefit.is_on && !min_benefit.parameters.unlimited && min_benefit.parameters.amount === null
      ? [['min_benefit.parameters.amount', 'Enter an amount or choose unlimited.'] as const]
      : []),
    ...(local_network.is_on &&
    local_network.parameters.zip === null &&
    !local_network.parameters.states_by_rotation
      ? [['local_network.parameters.zip', 'Enter the campus ZIP code or use rotation states.'] as const]
      : []),
    ...stateIssues(medicaid_state.parameters.states),
  ],
})

/** The schema of the waiver options a school saves. */
export type WaiverValues = ContentOf<typeof waiverConfiguration>
