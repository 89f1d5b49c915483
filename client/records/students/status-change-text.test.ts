import { expect, test } from 'vitest'
import { aStudentPeriod } from '#client/testing/records.ts'
import { statusChangeText } from './status-change-text.ts'

const before = {
  ...aStudentPeriod,
  medical_status: 'enrolled' as const,
  medical_enroll_premium: '4678.00',
  dental_status: 'enrolled' as const,
}

test('a new tier is reported, and a premium that didn’t change', () => {
  expect(
    statusChangeText(before, { ...before, medical_status: 'enrolled_esp', dental_status: 'enrolled_esp' }),
  ).toBe('Medical is now Enrolled – Spouse. The premium is still $4,678.00. Dental is now Enrolled – Spouse.')
})

test('a premium that changed is reported, and one of coverage that ended isn’t', () => {
  expect(
    statusChangeText(before, {
      ...before,
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '9000.00',
    }),
  ).toBe('Medical is now Enrolled – Spouse. The premium is now $9,000.00.')
  expect(statusChangeText(before, { ...before, medical_status: 'loa' })).toBe(
    'Medical is now Leave of Absence.',
  )
  expect(statusChangeText(before, before)).toBe('')
})
