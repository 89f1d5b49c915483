import { expect, test } from 'vitest'
import { fieldLabel, fieldsInWords, isReadableField } from './field-text.ts'
import { statusIn, valueWords, type PlainValue } from './field-value.ts'

test.each<[string, PlainValue, string]>([
  ['dob', '2001-03-15', '03/15/2001'],
  ['gender', 'female', 'Female'],
  ['academic_status', 'leave_of_absence', 'Leave of absence'],
  ['medical_status', 'waiver_utp', 'Waiver – Unable to Process'],
  ['dental_waive_insurance_type', 'ppo', 'PPO'],
  ['medical_waive_insurance_phone', '+14635583453', '(463) 558-3453'],
  ['admin_fee', '1234.5', '$1,234.50'],
  ['include_dependents', true, 'Yes'],
  ['graduation_year', 2027, '2027'],
  ['country', 'US', 'United States'],
  ['covers', ['medical', 'dental'], 'Medical, Dental'],
  ['kind', 'insurance_card_front', 'Insurance card, front'],
  ['size', 1955, '1.9 KB'],
  ['comment', 'x', 'x'],
  ['comment', 'under <p> weeks', 'under <p> weeks'],
  [
    'body',
    '<p>Called &amp; <strong>asked</strong>.</p><p>Nobody there.</p>',
    'Called & asked. Nobody there.',
  ],
  ['comment', null, 'empty'],
  ['covers', [], 'empty'],
])('%s %j is said as “%s”', (field, value, words) => {
  expect(valueWords(field, value)).toBe(words)
})

test('only coverage types have coverage statuses', () => {
  expect(statusIn('medical_status', 'waived')).toBe('waived')
  expect(statusIn('status', 'active')).toBeNull()
  expect(statusIn('medical_status', null)).toBeNull()
})

test('fields have the contract’s names', () => {
  expect(fieldLabel('university_email')).toBe('University email')
  expect(fieldLabel('ssn')).toBe('SSN')
  expect(fieldLabel('some_new_field')).toBe('Some new field')
  expect(fieldsInWords(['first_name', 'ssn', 'dob'])).toBe('first name, SSN, and date of birth')
})

test('internal IDs aren’t shown', () => {
  const names = ['student_period_id', 'replaces_id', 'medical_prior_tier', 'size', 'kind']
  expect(names.filter(isReadableField)).toEqual(['size', 'kind'])
})
