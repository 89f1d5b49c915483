import {
  attestationLabels,
  attestations,
  benefitLabels,
  benefits,
  excludedTypeLabels,
  excludedTypes,
  type requiredDocuments,
} from '#contract/setup/period-documents/waiver-choices.ts'
import type { RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'
import {
  sourceOfCoverageLabels,
  sourcesOfCoverage,
} from '#contract/platform/record/student-period-choices.ts'
import { formatList, formatMoney } from '#client/platform/lib/format.ts'
import { readAmount } from '#client/platform/ui/form/amount.ts'
import { audienceText } from './audience-text.ts'
import type { WaiverValues } from '#contract/setup/period-documents/waiver-configuration.ts'

const money = (amount: string): string => formatMoney(readAmount(amount))

const either = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** 'all 4 statements', 'the office visits and surgery', '5 of 9 benefits'; what's missing if none is chosen. */
const several = <T extends string>(
  chosen: readonly T[],
  labels: Readonly<Record<T, string>>,
  { all, noun }: { all: readonly T[]; noun: string },
): string => {
  if (chosen.length === 0) return `${noun} that you haven’t chosen yet`
  if (chosen.length === all.length) return `all ${all.length} ${noun}`
  return chosen.length > 3
    ? `${chosen.length} of ${all.length} ${noun}`
    : formatList(chosen.map((one) => midSentence(labels[one])))
}

/** Lower-cases a label’s first letter, unless its first word is a name or an abbreviation. */
const midSentence = (label: string): string =>
  !/^Medica(?:id|re)/.test(label) && /^[A-Z][^A-Z\s.]*(?:[\s(/’,-]|$)/.test(label)
    ? `${label[0]?.toLowerCase() ?? ''}${label.slice(1)}`
    : label

type Sources = WaiverValues['accepted_sources']['parameters']

/** The sources of coverage within a sentence. */
const sourcePhrases: Readonly<Record<keyof Sources, string>> = {
  parent_employer_group: 'a parent’s employer plan',
  spouse_employer_group: 'a spouse’s employer plan',
  medicaid: 'Medicaid',
  own_employer_group: 'the student’s own employer plan',
  veterans_benefits: 'veterans benefits',
  individual_plan: 'an individual plan',
  cobra: 'COBRA',
  individual_essential_plan: 'the Essential Plan (New York)',
  tricare: 'TRICARE',
  other: 'an unlisted source',
}

const sourcesWith = (sources: Sources, acceptances: readonly Sources[keyof Sources][]): readonly string[] =>
  sourcesOfCoverage.filter((one) => acceptances.includes(sources[one])).map((one) => sourcePhrases[one])

const anySource = 'Coverage can come from any source'

/** Names the sources that aren’t accepted, or the others if those are fewer. */
const sourcesText = (sources: Sources): string => {
  const [refused, others] = [sourcesWith(sources, ['refuse']), sourcesWith(sources, ['accept', 'exception'])]
  if (refused.length === 0) return anySource
  if (others.length === 0) return 'Coverage can’t come from any source'
  return refused.length > others.length
    ? `Coverage must come from ${either.format(others)}`
    : `Coverage can’t come from ${either.format(refused)}`
}

/** Returns a second sentence for sources that are accepted only by exception; '' for none. */
const exceptionsText = (sources: Sources): string => {
  const excepted = sourcesWith(sources, ['exception'])
  if (excepted.length === 0) return ''
  const named = excepted.length === sourcesOfCoverage.length ? 'any source' : either.format(excepted)
  return ` Staff must make an exception for ${named}.`
}

const networkText = ({
  zip,
  miles,
  states_by_rotation,
}: WaiverValues['local_network']['parameters']): string => {
  const isNear = zip !== null && zip !== ''
  const places = [
    ...(isNear ? [`within ${miles} miles of ${zip}`] : []),
    ...(states_by_rotation ? ['in the student’s rotation states'] : []),
  ]
  return `In-network providers must be ${either.format(places) || 'at a place that you haven’t set yet'}`
}

const medicaidText = ({ states, class_years: years }: WaiverValues['medicaid_state']['parameters']): string =>
  `Medicaid must be from ${either.format(states) || 'states that you haven’t chosen yet'}${
    years.length === 0 ? '' : `, and the student in the class of ${either.format(years.map(String))}`
  }`

const benefitText = ({ unlimited, amount }: WaiverValues['min_benefit']['parameters']): string => {
  if (unlimited) return 'The lifetime benefit must be unlimited'
  return amount === null || amount === ''
    ? 'The benefit must be at least an amount that you haven’t set yet'
    : `The benefit must be at least ${money(amount)} a year`
}

/** What each rule asks for, as the start of a sentence. */
const requirements: { readonly [K in RuleKey]: (asked: WaiverValues[K]['parameters']) => string } = {
  accepted_sources: sourcesText,
  aca_compliant: () => 'The plan must be minimum essential coverage',
  active_and_continuous: ({ through_period_end }) =>
    `The plan must be active on the first day of the policy year${through_period_end ? ' and through its last day' : ''}`,
  max_deductible: ({ amount }) => `The deductible must be at most ${money(amount)}`,
  max_out_of_pocket: ({ amount }) => `The out-of-pocket maximum must be at most ${money(amount)}`,
  min_benefit: benefitText,
  benefits: ({ required }) =>
    `The plan must cover ${several(required, benefitLabels, { all: benefits, noun: 'benefits' })}`,
  local_network: networkText,
  medicaid_state: medicaidText,
  cobra_proof: () => 'The student must upload proof of this month’s COBRA payment',
  excluded_types: ({ types }) =>
    types.length === excludedTypes.length
      ? `The plan can’t be any of the ${types.length} excluded kinds of coverage`
      : `The plan can’t be one of ${several(types, excludedTypeLabels, { all: excludedTypes, noun: 'excluded kinds of coverage' })}`,
  us_insurer_contact: () => 'The insurance company must have a U.S. claims office and phone number',
  visa: (asked) =>
    `The plan must pay at least ${money(asked.min_per_accident)} per accident with a deductible of at most ${money(asked.max_deductible)}`,
  documents_required: ({ documents }) =>
    `The student must upload ${formatList(documents.map((one) => documentNames[one])) || 'documents that you haven’t chosen yet'}`,
  attestations: ({ required }) =>
    `The student must agree to ${several(required, attestationLabels, { all: attestations, noun: 'statements' })}`,
  deadline_by_cohort: () => 'The student must submit by their cohort’s deadline',
}

/** The documents as a sentence names them. */
const documentNames: Record<(typeof requiredDocuments)[number], string> = {
  insurance_card_front: 'the front of the insurance card',
  insurance_card_back: 'the back of the insurance card',
  coverage_letter: 'a coverage letter',
  summary: 'a summary of benefits',
}

/** A second sentence of some rules. */
const additions: { readonly [K in RuleKey]?: (asked: WaiverValues[K]['parameters']) => string } = {
  accepted_sources: exceptionsText,
}

/** What happens otherwise, as the end of a sentence. */
const consequences: Readonly<Record<WaiverValues[RuleKey]['severity'], string>> = {
  block: 'or the waiver can’t be approved',
  review: 'or staff must review the waiver',
  info: 'and staff see if that isn’t met',
}

const evidenceWords: Readonly<Record<WaiverValues[RuleKey]['evidence'], string>> = {
  eligibility: 'by eligibility check',
  document: 'by document',
  attestation: 'by attestation',
}

/** Returns whom a rule applies to, 'Medicaid, nursing'; '' for everyone. */
export const appliesToText = ({ sources, ...who }: WaiverValues[RuleKey]['applies_to']): string => {
  const asked = audienceText({ ...who, academic_statuses: [] })
  return [
    ...(sources.length > 0 ? [either.format(sources.map((one) => sourceOfCoverageLabels[one]))] : []),
    ...(asked === 'Everyone' ? [] : [asked]),
  ].join('; ')
}

/** Returns a rule as a sentence: 'The deductible must be at most $1,250.00 (by document), or the waiver can’t be approved.' */
export const ruleText = <K extends RuleKey>(key: K, rule: WaiverValues[K]): string => {
  const whom = appliesToText(rule.applies_to)
  const required = requirements[key](rule.parameters)
  const otherwise = ` (${evidenceWords[rule.evidence]}), ${consequences[rule.severity]}`
  const more = additions[key]?.(rule.parameters) ?? ''
  const sentence = `${required}${required === anySource ? '' : otherwise}.${more}`
  return whom === '' ? sentence : `${whom}: ${sentence}`
}
