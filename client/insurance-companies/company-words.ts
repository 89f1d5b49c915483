import { coverageLabels, coverages } from '#contract/coverage/choices.ts'
import { ageOutRuleLabels, ageOutRules } from '#contract/insurance-companies/choices.ts'
import { insuranceCompanyFields, insuranceCompanyLists } from '#contract/insurance-companies/fields.ts'
import type { CompanyMove, InsuranceCompanyRow } from '#contract/insurance-companies/shapes.ts'
import { states } from '#contract/places.ts'
import { wordsBy } from '#client/common/set-up/document-words.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'

/** 'CA' → 'California' */
export const stateName = (value: string): string =>
  states.find((state) => state.value === value)?.label ?? value

type Flags = Pick<
  InsuranceCompanyRow,
  'is_health_sharing' | 'is_short_term' | 'is_foreign' | 'medicaid_state'
>

/** What kind of plans a company sells, where it is no usual insurer. */
export const flagsOf = (company: Flags): string[] => [
  ...(company.medicaid_state === null ? [] : [`Medicaid of ${stateName(company.medicaid_state)}`]),
  ...(company.is_health_sharing ? ['Health sharing'] : []),
  ...(company.is_short_term ? ['Short term'] : []),
  ...(company.is_foreign ? ['Issued abroad'] : []),
]

/** 'End of the birth month' */
export const ageOutWords = (rule: InsuranceCompanyRow['age_out_rule']): string => ageOutRuleLabels[rule]

/** The same for a value that may be none of the rules. */
export const ageOutChoice = (value: string): string => {
  const rule = ageOutRules.find((one) => one === value)
  return rule ? ageOutRuleLabels[rule] : value
}

/** 'Medical 312, dental 4' */
export const linesInWords = (lines: CompanyMove['lines']): string => {
  const words = coverages
    .filter((coverage) => lines[coverage] > 0)
    .map((coverage) => `${coverageLabels[coverage]} ${formatNumber(lines[coverage])}`)
  return words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(', ')
}

/** '312 records of 2 schools change, in 3 policy years.' */
export const moveInWords = ({ student_periods, periods }: CompanyMove): string => {
  if (student_periods === 0) return 'No student’s record changes.'
  const schools = new Set(periods.map(({ school_id }) => school_id)).size
  const verb = student_periods === 1 ? 'changes' : 'change'
  return `${formatCount(student_periods, 'record')} of ${formatCount(schools, 'school')} ${verb}, in ${formatCount(periods.length, 'policy year')}.`
}

/** 'Other names: Aetna Inc, Aetna US' */
export const gainedInWords = ({ gained }: CompanyMove): string[] =>
  gained.map(({ field, values }) => `${insuranceCompanyLists[field].label}: ${values.join(', ')}`)

const labels = Object.entries({ ...insuranceCompanyFields, ...insuranceCompanyLists })

/** How the history of a company tells its fields and its choices. */
export const historyWords = wordsBy(
  ageOutRuleLabels,
  Object.fromEntries(labels.map(([field, { label }]) => [field, label])),
)
