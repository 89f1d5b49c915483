import { expect, test } from 'vitest'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { premiumExample } from './premium-example.ts'

const year = { starts_on: '2026-08-01', ends_on: '2027-07-31' }
const { premiums } = medicalPlan.empty

test.each([
  ['4678', 'monthly', 'Example: Enrolled starting 02/01/2027 costs $2,339.00 for 6 of 12 months'],
  ['$4,678.00', 'none', 'Example: Enrolled starting 02/01/2027 costs $4,678.00 for the full year'],
  ['soon', 'monthly', null],
  [null, 'monthly', null],
] as const)('a year’s premium of %s, prorated %s: %s', (enrolled, proration, words) => {
  expect(premiumExample({ premiums: { ...premiums, enrolled }, proration }, year)).toBe(words)
})
