import { expect, test } from 'vitest'
import { premiumChange } from './premium-change.ts'

test.each([
  ['4678.00', '4912.00', '+5.0%'],
  ['96.00', '96.00', '0.0%'],
  ['100.00', '99.00', '-1.0%'],
  ['100.00', '', null],
  ['100.00', 'x', null],
  ['0.00', '5.00', null],
])('%s → %s is a change of %s', (before, after, expected) => {
  expect(premiumChange(before, after)).toBe(expected)
})
