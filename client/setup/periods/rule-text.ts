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

const several = <T extends string>(
  chosen: readonly T[],
  labels: Readonly<Record<T, string>>,
  all: readonly T[],
): string =>
  chosen.length === all.length
    ? `All ${all.length}`
    : chosen.length > 3
      ? `${chosen.length} of ${all.length}`
      : formatList(chosen.map((one) => labels[one])) || 'None chosen'

const money = (amount: string): string => formatMoney(readAmount(amount))

const sourcesText = (sources: WaiverValues['accepted_sources']['parameters']): string => {
  const named = (acceptance: string) =>
    sourcesOfCoverage
      .filter((source) => sources[source] === acceptance)
      .map((one) => sourceOfCoverageLabels[one])
  const [refused, excepted] = [named('refuse'), named('exception')]
  const parts = [
    ...(excepted.length > 0 ? [`${formatList(excepted)} by exception`] : []),
    ...(refused.length > 0 ? [`${formatList(refused)} not accepted`] : []),
  ]
  return parts.length === 0 ? 'All accepted' : parts.join('; ')
}

const networkText = ({
  zip,
  miles,
  states_by_rotation,
}: WaiverValues['local_network']['parameters']): string => {
  if (zip === null || zip === '')
    return states_by_rotation ? 'In the student’s rotation states' : 'No location set'
  return states_by_rotation
    ? `Within ${miles} miles of ${zip} or in the student’s rotation states`
    : `Within ${miles} miles of ${zip}`
}

const yearsText = (years: readonly number[]): string =>
  years.length === 0 ? '' : `, class of ${formatList(years.map(String))}`

/** Each rule's parameters as text; '' for rules without any. */
const parametersText: { readonly [K in RuleKey]: (asked: WaiverValues[K]['parameters']) => string } = {
  accepted_sources: sourcesText,
  aca_compliant: () => '',
  active_and_continuous: ({ through_period_end }) =>
    through_period_end ? 'Active on the first day and through the policy year' : 'Active on the first day',
  max_deductible: ({ amount }) => `Up to ${money(amount)}`,
  max_out_of_pocket: ({ amount }) => `Up to ${money(amount)}`,
  min_benefit: ({ unlimited, amount }) =>
    unlimited ? 'Unlimited' : amount === null ? 'No amount set' : `At least ${money(amount)} a year`,
  benefits: ({ required }) => several(required, benefitLabels, benefits),
  local_network: networkText,
  medicaid_state: (asked) =>
    `${formatList(asked.states) || 'No states chosen'}${yearsText(asked.class_years)}`,
  cobra_proof: () => '',
  excluded_types: ({ types }) => several(types, excludedTypeLabels, excludedTypes),
  us_insurer_contact: () => '',
  visa: (asked) =>
    `At least ${money(asked.min_per_accident)} per accident, deductible up to ${money(asked.max_deductible)}`,
  documents_required: ({ documents }) =>
    formatList(documents.map((one) => requiredDocumentLabels[one])) || 'None chosen',
  attestations: ({ required }) => several(required, attestationLabels, attestations),
  deadline_by_cohort: () => '',
}

const appliesToText = ({ sources, ...who }: WaiverValues[RuleKey]['applies_to']): string[] => {
  const asked = audienceText({ ...who, academic_statuses: [] })
  return [
    ...(sources.length > 0 ? [formatList(sources.map((one) => sourceOfCoverageLabels[one]))] : []),
    ...(asked === 'Everyone' ? [] : [asked]),
  ]
}

/** Returns a rule's summary: 'Up to $1,250.00 · Blocks approval · Eligibility check'. */
export const ruleText = <K extends RuleKey>(key: K, rule: WaiverValues[K]): string =>
  [
    parametersText[key](rule.parameters),
    ...appliesToText(rule.applies_to),
    severityLabels[rule.severity],
    evidenceLabels[rule.evidence],
  ]
    .filter((part) => part !== '')
    .join(' · ')
