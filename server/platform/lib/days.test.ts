import { expect, it, test } from 'vitest'
import { addBusinessDays, addDays } from './days.ts'

test.each([
  ['2026-11-23', 2, '2026-11-25'],
  ['2026-11-26', 2, '2026-11-30'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-11-27', 0, '2026-11-27'],
  ['2026-12-30', 10, '2027-01-13'],
])('%s and %i business days is %s', (day, days, result) => {
  expect(addBusinessDays(day, days)).toBe(result)
})

it('adds calendar days over the end of February', () => {
  expect([addDays('2028-02-28', 1), addDays('2027-02-28', 1)]).toEqual(['2028-02-29', '2027-03-01'])
})
