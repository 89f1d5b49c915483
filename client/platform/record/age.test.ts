import { expect, test } from 'vitest'
import { ageOn } from './age.ts'

test.each([
  ['2001-03-15', '2026-03-14', 24],
  ['2001-03-15', '2026-03-15', 25],
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
  ['2030-01-01', '2026-03-01', null],
  [null, '2026-03-01', null],
])('born %s, on %s: %s', (dob, today, age) => {
  expect(ageOn(dob, today)).toBe(age)
})
