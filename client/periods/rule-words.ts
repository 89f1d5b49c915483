import {
  attestationLabels,
  attestations,
  benefitLabels,
  benefits,
  evidenceLabels,
  excludedTypeLabels,
  excludedTypes,
  requiredDocumentLabels,
  severityLabels,
} from '#contract/periods/waiver-choices.ts'
import type { RuleKey } from '#contract/periods/waiver-rules.ts'
import { sourceOfCoverageLabels, sourcesOfCoverage } from '#contract/student-periods/choices.ts'
import { formatMoney } from '#client/lib/format.ts'
import { readAmount } from '#client/ui/form/amount.ts'
import { audienceInWords } from './audience-words.ts'
import type { WaiverValues } from '#contract/periods/waiver-configuration.ts'

const lists = new Intl.ListFormat('en-US')

const several = <T extends string>(
  chosen: readonly T[],
  labels: Readonly<Record<T, string>>,
  all: readonly T[],
): string =>
  chosen.length === all.length
    ? `All ${all.length}`
    : chosen.length > 3
      ? `${chosen.length} of ${all.length}`
      : lists.format(chosen.map((one) => labels[one])) || 'None chosen'

const money = (amount: string): string => formatMoney(readAmount(amount))

const sourcesInWords = (sources: WaiverValues['accepted_sources']['parameters']): string => {
  const named = (acceptance: string) =>
    sourcesOfCoverage
      .filter((source) => sources[source] === acceptance)
      .map((one) => sourceOfCoverageLabels[one])
  const [refused, excepted] = [named('refuse'), named('exception')]
  const parts = [
    ...(excepted.length > 0 ? [`${lists.format(excepted)} by exception`] : []),
    ...(refused.length > 0 ? [`${lists.format(refused)} refused`] : []),
  ]
  return parts.length === 0 ? 'All accepted' : parts.join('; ')
}

const networkInWords = ({
  zip,
  miles,
  states_by_rotation,
}: WaiverValues['local_network']['parameters']): string =>
  [
    ...(zip === null || zip === '' ? [] : [`Within ${miles} miles of ${zip}`]),
    ...(states_by_rotation ? ['in the states of the rotations'] : []),
  ].join(', or ') || 'Not said where'

const yearsInWords = (years: readonly number[]): string =>
  years.length === 0 ? '' : `, class of ${lists.format(years.map(String))}`

/** The parameters of each rule as a person says them; '' for rules without any. */
const parametersInWords: { readonly [K in RuleKey]: (asked: WaiverValues[K]['parameters']) => string } = {
  accepted_sources: sourcesInWords,
  aca_compliant: () => '',
  active_and_continuous: ({ through_period_end }) =>
    through_period_end ? 'On the first day and through the year' : 'On the first day',
  max_deductible: ({ amount }) => `At most ${money(amount)}`,
  max_out_of_pocket: ({ amount }) => `At most ${money(amount)}`,
  min_benefit: ({ unlimited, amount }) =>
    unlimited ? 'Unlimited' : amount === null ? 'Not said how much' : `At least ${money(amount)} a year`,
  benefits: ({ required }) => several(required, benefitLabels, benefits),
  local_network: networkInWords,
  medicaid_state: (asked) => `${lists.format(asked.states) || 'No state'}${yearsInWords(asked.class_years)}`,
  cobra_proof: () => '',
  excluded_types: ({ types }) => several(types, excludedTypeLabels, excludedTypes),
  us_insurer_contact: () => '',
  visa: (asked) =>
    `${money(asked.min_per_accident)} per accident, deductible at most ${money(asked.max_deductible)}`,
  documents_required: ({ documents }) =>
    lists.format(documents.map((one) => requiredDocumentLabels[one])) || 'None chosen',
  attestations: ({ required }) => several(required, attestationLabels, attestations),
  deadline_by_cohort: () => '',
}

const whoInWords = ({ sources, ...who }: WaiverValues[RuleKey]['applies_to']): string[] => {
  const asked = audienceInWords({ ...who, academic_statuses: [] })
  return [
    ...(sources.length > 0 ? [lists.format(sources.map((one) => sourceOfCoverageLabels[one]))] : []),
    ...(asked === 'Everybody' ? [] : [asked]),
  ]
}

/** A rule of the waiver options in one line: 'At most $1,250.00 · Blocks approval · Electronic check'. */
export const ruleInWords = <K extends RuleKey>(key: K, rule: WaiverValues[K]): string =>
  [
    parametersInWords[key](rule.parameters),
    ...whoInWords(rule.applies_to),
    severityLabels[rule.severity],
    evidenceLabels[rule.evidence],
  ]
    .filter((part) => part !== '')
    .join(' · ')
