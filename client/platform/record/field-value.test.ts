import { expect, test } from 'vitest'
import { valueWords } from './field-value.ts'

test.each([
  ['decided_coverages', ['medical', 'dental'], 'Medical, Dental'],
  ['coverage_type', 'vision', 'Vision'],
  ['form_type', 'waiver', 'Waiver form'],
  ['medical_decision', 'utp', 'Unable to process'],
  ['medical_second_review', 'decline', 'Declined'],
  ['dental_eligibility', 'missing_request_information', 'Missing information'],
  ['medical_result', 'unknown', 'Couldn’t confirm'],
  ['subject', 'utp', 'utp'],
] as const)('%s %j reads %s', (field, value, words) => {
  expect(valueWords(field, value)).toBe(words)
})
