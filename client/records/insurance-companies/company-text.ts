import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { ageOutRuleLabels, ageOutRules } from '#contract/records/insurance-companies/choices.ts'
import {
  insuranceCompanyFields,
  insuranceCompanyLists,
} from '#contract/records/insurance-companies/fields.ts'
import type { CompanyMove, InsuranceCompanyRow } from '#contract/records/insurance-companies/shapes.ts'
import { states } from '#contract/platform/places.ts'
import { wordsBy } from '#client/platform/history/document-text.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'

/** 'CA' → 'California' */
export const stateName = (value: string): string =>
  states.find((state) => state.value === value)?.label ?? value

type Flags = Pick<
  InsuranceCompanyRow,
  'is_health_sharing' | 'is_short_term' | 'is_foreign' | 'medicaid_state'
>

/** Returns the labels of a company's special plan types. */
export const flagsOf = (company: Flags): string[] => [
  ...(company.medicaid_state === null ? [] : [`${stateName(company.medicaid_state)} Medicaid`]),
  ...(company.is_health_sharing ? ['Health sharing'] : []),
  ...(company.is_short_term ? ['Short term'] : []),
  ...(company.is_foreign ? ['Issued outside the U.S.'] : []),
]

/** 'End of the birth month' */
export const ageOutText = (rule: InsuranceCompanyRow['age_out_rule']): string => ageOutRuleLabels[rule]

/** Returns the same for a value that may be none of the rules. */
export const ageOutChoice = (value: string): string => {
  const rule = ageOutRules.find((one) => one === value)
  return rule ? ageOutRuleLabels[rule] : value
}

/** Returns the records per coverage type: 'Medical 312, dental 4'. */
export const linesText = (lines: CompanyMove['lines']): string => {
  const words = coverages
    .filter((coverage) => lines[coverage] > 0)
    .map((coverage) => `${coverageLabels[coverage]} ${formatNumber(lines[coverage])}`)
  return words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(', ')
}

/** '312 records will change at 2 schools, in 3 policy years.' */
export const moveText = ({ student_periods, periods }: CompanyMove): string => {
  if (student_periods === 0) return 'No student records will change.'
  const schools = new Set(periods.map(({ school_id }) => school_id)).size
  return `${formatCount(student_periods, 'record')} will change at ${formatCount(schools, 'school')}, in ${formatCount(periods.length, 'policy year')}.`
}

/** Returns the names and IDs the kept company gets: 'Other names: Aetna Inc, Aetna US'. */
export const gainedText = ({ gained }: CompanyMove): string[] =>
  gained.map(({ field, values }) => `${insuranceCompanyLists[field].label}: ${values.join(', ')}`)

const labels = Object.entries({ ...insuranceCompanyFields, ...insuranceCompanyLists })

/** The labels of a company's history. */
export const historyTexts = wordsBy(
  ageOutRuleLabels,
  Object.fromEntries(labels.map(([field, { label }]) => [field, label])),
)
