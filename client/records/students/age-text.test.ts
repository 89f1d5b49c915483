import { expect, test } from 'vitest'
import { ageText, ageOutDate } from './age-text.ts'

const year = { starts_on: '2026-08-01', ends_on: '2027-07-31' }

test('the 26th birthday is shown if it’s in the policy year', () => {
  expect(ageText('2001-03-04', year, '2026-11-20')).toBe('age 25, 26th birthday 03/04/2027')
  expect(ageText('2000-09-01', year, '2026-11-20')).toBe('age 26, 26th birthday 09/01/2026')
  expect(ageText('2001-08-01', year, '2026-11-20')).toBe('age 25')
  expect(ageText('2005-03-04', undefined, '2026-11-20')).toBe('age 21')
  expect(ageText(null, year, '2026-11-20')).toBe('')
})

test('a student born on February 29 ages out on March 1', () => {
  expect(ageOutDate('2000-02-29')).toBe('2026-03-01')
  expect(ageOutDate('2001-02-28')).toBe('2027-02-28')
})
