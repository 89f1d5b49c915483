import { statusCatalogue } from '#contract/coverage/choices.ts'
import { tiers } from '#contract/coverage/status-groups.ts'
import { prorationLabels } from '#contract/periods/plans.ts'
import { insuranceTypeLabels } from '#contract/student-periods/choices.ts'
import { wordsBy } from '#client/common/set-up/document-words.ts'

/** The parts of a plan as staff call them. */
export const planLabels = {
  name: 'Name of the plan',
  underwriter: 'Underwriter',
  administrator: 'Administrator',
  insurance_type: 'Type',
  group_number: 'Group number',
  premiums: 'Premiums',
  proration: 'Enrolled during the year',
  direct_pay: 'Direct pay',
  direct_pay_premiums: 'Premiums paid directly',
  member_phone: 'Member phone',
  member_website: 'Member website',
  body: 'About the plan',
  documents: 'Documents',
} as const

const premiumNames = Object.fromEntries(
  tiers.flatMap((tier) => [
    [`premiums.${tier}`, `Premium › ${statusCatalogue[tier].label}`],
    [`direct_pay_premiums.${tier}`, `Premium paid directly › ${statusCatalogue[tier].label}`],
  ]),
)

const usual = wordsBy({ ...insuranceTypeLabels, ...prorationLabels }, planLabels)

/** How changes of a plan are told. */
export const planWords = { ...usual, path: (path: string) => premiumNames[path] ?? usual.path(path) }
