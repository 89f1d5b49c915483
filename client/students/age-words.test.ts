import { expect, test } from 'vitest'
import { ageWords, leavesPlanOn } from './age-words.ts'

const year = { starts_on: '2026-08-01', ends_on: '2027-07-31' }

test('the twenty-sixth birthday is said where it falls into the policy year', () => {
  expect(ageWords('2001-03-04', year, '2026-11-20')).toBe('age 25, turns 26 on 03/04/2027')
  expect(ageWords('2000-09-01', year, '2026-11-20')).toBe('age 26, turned 26 on 09/01/2026')
  expect(ageWords('2001-08-01', year, '2026-11-20')).toBe('age 25')
  expect(ageWords('2005-03-04', undefined, '2026-11-20')).toBe('age 21')
  expect(ageWords(null, year, '2026-11-20')).toBe('')
})

test('who is born on February 29 leaves on March 1', () => {
  expect(leavesPlanOn('2000-02-29')).toBe('2026-03-01')
  expect(leavesPlanOn('2001-02-28')).toBe('2027-02-28')
})
