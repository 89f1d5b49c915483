import * as z from 'zod/mini'
import type { ContentOf, Misfit } from '../document.ts'
import { periodDocument } from './document.ts'
import { states } from '../places.ts'
import { sourceOfCoverageLabels } from '../student-periods/choices.ts'
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

/** How often a waiver of a source is looked at again: months, or null for never (domain section 3). */
const months = z.nullable(z.int().check(z.gte(1), z.lte(12)))

// Object.fromEntries forgets that the keys are exactly the languages.
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

/** Told at each one: twice the same, or the armed forces' mail, which is no state. */
const misfitsOfStates = (states: readonly string[]): Misfit[] =>
  states.flatMap((state, index): Misfit[] => {
    const field = `medicaid_state.parameters.states.${index}`
    if (states.indexOf(state) < index) return [[field, 'This state is in the list twice.']]
    const isOne = medicaidStates.some(({ value }) => value === state)
    return isOne ? [] : [[field, 'Choose a state, DC or a territory: there is no Medicaid elsewhere.']]
  })

/** The rules as staff call them. */
// Object.fromEntries forgets that the keys are exactly the rules.
const ruleNames = Object.fromEntries(ruleKeys.map((key) => [key, waiverRules[key].label])) as Record<
  RuleKey,
  string
>

/** The rest of the waiver options: how the office decides. */
const policyLabels = {
  approves_automatically: 'Automatic approval',
  confirms_automatic_approvals: 'Confirmation of automatic approvals',
  grace_days: 'Days of grace',
  coverage_letter_max_age_days: 'Oldest coverage letter, in days',
  appeal_days: 'Days to appeal',
  decision_target_days: 'Days to decide',
  locks_after_benefits_used: 'No waiver once benefits were used',
  tries: 'Electronic checks',
  reverify_individual_plan_months: 'Reverify individual plans',
  reverify_medicaid_months: 'Reverify Medicaid',
  reverify_cobra_months: 'Reverify COBRA',
  reverify_employer_group_months: 'Reverify employer groups',
  reverify_sample_percent: 'Reverify at random, percent',
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

/** What the parts of a rule are called where a change of them is told. */
const parts: Readonly<Record<string, string>> = {
  '*.is_on': 'In force',
  '*.severity': 'What it does',
  ...Object.fromEntries(
    languages.map((language) => [`*.message.${language}`, `Message, ${languageLabels[language]}`]),
  ),
  '*.applies_to.sources': 'For these sources',
  '*.applies_to.programs': 'For these programs',
  '*.applies_to.class_years': 'For these class years',
  '*.applies_to.campuses': 'At these campuses',
  ...Object.fromEntries(
    Object.entries(sourceOfCoverageLabels).map(([source, label]) => [`*.parameters.${source}`, label]),
  ),
}

/**
 * What a waiver must show, rule by rule, and how the office deals with it (domain sections 3 and 4). Published, it is
 * a rule set with a number: decisions pin the one that they were made by.
 */
export const waiverConfiguration = periodDocument({
  kind: 'waiver-configuration',
  label: 'Waiver options',
  isPublished: true,
  shape: {
    ...ruleSchemas,
    /** Approves a waiver by itself where every machine rule passes. Never declines one. */
    approves_automatically: z.boolean(),
    confirms_automatic_approvals: z.boolean(),
    /** Days for the student after a waiver could not be processed. */
    grace_days: days(120),
    coverage_letter_max_age_days: days(365),
    appeal_days: days(60),
    /** Business days in which the office means to decide. */
    decision_target_days: days(60),
    /** No waiver during the year once benefits were used. */
    locks_after_benefits_used: z.boolean(),
    /** Electronic checks before an undetermined one needs a person. */
    tries: z.int().check(z.gte(1), z.lte(10)),
    reverify_individual_plan_months: months,
    reverify_medicaid_months: months,
    reverify_cobra_months: months,
    reverify_employer_group_months: months,
    /** Of all other waivers, how many in a hundred are looked at again at random. */
    reverify_sample_percent: z.int().check(z.gte(0), z.lte(100)),
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
  },
  misfits: ({ min_benefit, local_network, medicaid_state }) => [
    ...(min_benefit.is_on && !min_benefit.parameters.unlimited && min_benefit.parameters.amount === null
      ? [['min_benefit.parameters.amount', 'Say how much, or that it must be unlimited.'] as const]
      : []),
    ...(local_network.is_on &&
    local_network.parameters.zip === null &&
    !local_network.parameters.states_by_rotation
      ? [['local_network.parameters.zip', 'Say where campus is, or that the rotations decide.'] as const]
      : []),
    ...misfitsOfStates(medicaid_state.parameters.states),
  ],
})

/** The waiver options as a school sets them. */
export type WaiverValues = ContentOf<typeof waiverConfiguration>
