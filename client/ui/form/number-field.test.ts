import { expect, test } from 'vitest'
import { readAmount } from './number-field.tsx'

test.each([
  ['$1,234.5', '1234.50'],
  ['4678', '4678.00'],
  [' 12.', '12.00'],
  ['0.05', '0.05'],
  ['about 5', 'about 5'],
  ['1.234', '1.234'],
  ['-5', '-5'],
])('%s is settled as %s', (typed, settled) => {
  expect(readAmount(typed)).toBe(settled)
})
