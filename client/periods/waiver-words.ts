import { states } from '#contract/places.ts'
import {
  acceptanceLabels,
  attestationLabels,
  benefitLabels,
  evidenceLabels,
  excludedTypeLabels,
  languages,
  languageLabels,
  requiredDocumentLabels,
  severityLabels,
} from '#contract/periods/waiver-choices.ts'
import type { waiverConfiguration } from '#contract/periods/waiver-configuration.ts'
import { ruleKeys, waiverRules, type RuleKey } from '#contract/periods/waiver-rules.ts'
import { sourceOfCoverageLabels } from '#contract/student-periods/choices.ts'
import type * as z from 'zod/mini'
import { wordsBy } from '#client/common/set-up/document-words.ts'

/** The waiver options as a school sets them. */
export type WaiverValues = z.output<(typeof waiverConfiguration)['content']>

/** The rules as staff call them. */
// Object.fromEntries forgets that the keys are exactly the rules.
export const ruleNames = Object.fromEntries(ruleKeys.map((key) => [key, waiverRules[key].label])) as Record<
  RuleKey,
  string
>

/** The rest of the waiver options: how the office decides. */
export const policyLabels = {
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

export const waiverLabels = { ...ruleNames, ...policyLabels }

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
  is_on: 'In force',
  severity: 'What it does',
  ...Object.fromEntries(
    languages.map((language) => [`message.${language}`, `Message, ${languageLabels[language]}`]),
  ),
  'applies_to.sources': 'For these sources',
  'applies_to.programs': 'For these programs',
  'applies_to.class_years': 'For these class years',
  'applies_to.campuses': 'At these campuses',
  ...Object.fromEntries(
    Object.entries(sourceOfCoverageLabels).map(([source, label]) => [`parameters.${source}`, label]),
  ),
}

const usual = wordsBy(choices, waiverLabels)

/** How changes of the waiver options are told: 'Highest deductible › Amount', '$2,500.00' → '$1,250.00'. */
export const waiverWords = {
  ...usual,
  path: (path: string): string => {
    const dot = path.indexOf('.')
    const part = dot === -1 ? undefined : parts[path.slice(dot + 1)]
    return part === undefined ? usual.path(path) : `${usual.path(path.slice(0, dot))} › ${part}`
  },
}
