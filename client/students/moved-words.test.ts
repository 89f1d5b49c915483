import { expect, test } from 'vitest'
import { aStudentPeriod } from '#client/testing/records.ts'
import { movedWords } from './moved-words.ts'

const before = {
  ...aStudentPeriod,
  medical_status: 'enrolled' as const,
  medical_enroll_premium: '4678.00',
  dental_status: 'enrolled' as const,
}

test('another tier is told, and that the premium did not follow', () => {
  expect(
    movedWords(before, { ...before, medical_status: 'enrolled_esp', dental_status: 'enrolled_esp' }),
  ).toBe('Medical is now Enrolled – Spouse; its premium stays $4,678.00. Dental is now Enrolled – Spouse.')
})

test('a premium that moved, or a line that is left, says nothing of it', () => {
  expect(
    movedWords(before, { ...before, medical_status: 'enrolled_esp', medical_enroll_premium: '9000.00' }),
  ).toBe('Medical is now Enrolled – Spouse.')
  expect(movedWords(before, { ...before, medical_status: 'loa' })).toBe('Medical is now Leave of Absence.')
  expect(movedWords(before, before)).toBe('')
})
