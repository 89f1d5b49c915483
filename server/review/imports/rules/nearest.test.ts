import { expect, test } from 'vitest'
import { nearestTo } from './unlisted.ts'

const programs = ['Nursing (BSN)', 'Nursing (MSN)', 'Pharmacy', 'Medicine', 'Law']

test.each([
  ['a slip', 'Pharmcy', 'Pharmacy'],
  ['other signs', 'Nursing - MSN', 'Nursing (MSN)'],
  ['its beginning', 'Pharm', 'Pharmacy'],
  ['a part of an option', 'icine', 'Medicine'],
  ['more than an option', 'Medicine (MD)', 'Medicine'],
  ['the fewest typos', 'Nursing (MSM)', 'Nursing (MSN)'],
  ['another word', 'Dance', null],
  ['a different short word', 'Lab', null],
  ['only punctuation', '—', null],
  ['a very long one', 'x'.repeat(5000), null],
])('%s: %s', (_, value, nearest) => {
  expect(nearestTo(value, programs)).toBe(nearest)
})
