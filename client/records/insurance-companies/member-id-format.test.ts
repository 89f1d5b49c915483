import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { formatOfSample, patternOf, plainFormat, testFormat } from './member-id-format.ts'

test.each([
  // what staff type, what is saved, how it reads
  ['W + 9 digits', 'W\\d{9}', 'W + 9 digits'],
  ['w+9 Digits', 'W\\d{9}', 'W + 9 digits'],
  ['W123456789', 'W\\d{9}', 'W + 9 digits'],
  ['123-45-6789', '\\d{3}-\\d{2}-\\d{4}', '3 digits + - + 2 digits + - + 4 digits'],
  [
    '3 letters + 9 to 14 letters or digits',
    '[A-Z]{3}[A-Z0-9]{9,14}',
    '3 letters + 9 to 14 letters or digits',
  ],
  ['HP + 9–11 digits', 'HP\\d{9,11}', 'HP + 9 to 11 digits'],
  ['W + 9 digits + optional 2 digits', 'W\\d{9}(\\d{2})?', 'W + 9 digits + optional 2 digits'],
  ['optional 9 + 9 digits', '(9)?\\d{9}', 'optional 9 + 9 digits'],
  ['11 digits or 9 digits', '\\d{11}|\\d{9}', '11 digits, or 9 digits'],
  ['1 letter + 8 digits, or 10 digits', '[A-Z]\\d{8}|\\d{10}', '1 letter + 8 digits, or 10 digits'],
  // regular expressions stay
  ['9?\\d{9}', '9?\\d{9}', 'optional 9 + 9 digits'],
  ['(?:\\d{2}|X)\\d', '(?:\\d{2}|X)\\d', '(?:\\d{2}|X)\\d'],
  ['H\\d{8}(-?\\d{2})?', 'H\\d{8}(-?\\d{2})?', 'H\\d{8}(-?\\d{2})?'],
  ['AB?\\d', 'AB?\\d', 'AB?\\d'],
  ['[A-F]{3}', '[A-F]{3}', '[A-F]{3}'],
])('%s is saved as %s and reads %s', (typed, pattern, plain) => {
  expect(patternOf(typed)).toBe(pattern)
  expect(plainFormat(pattern)).toBe(plain)
  // what is read can be typed again, with the same effect
  expect(plainFormat(patternOf(plain) ?? '')).toBe(plain)
})

test.each(['W + 9 digts', 'nine digits', '9 to 3 digits', 'W ++ 9 digits', 'on the front of the card'])(
  '“%s” is no format',
  (typed) => expect(patternOf(typed)).toBeNull(),
)

test('a sample ID reads as a format', () => {
  expect(formatOfSample('XYZ123456789')).toBe('XYZ + 9 digits')
  expect(formatOfSample('W + 9 digits')).toBeNull()
})

test.each([
  ['W + 9 digits', 'w123456789', 'This ID fits.'],
  ['W + 9 digits', 'W12345678', 'It needs 9 digits after “W”, and has 8.'],
  ['W + 9 digits', 'W1234567890', '“0” at the end is too much.'],
  ['W + 9 digits', '123456789', 'It needs “W” at the start.'],
  ['3 letters + 9 digits', 'XY1234', 'It needs 3 letters at the start, and has 2.'],
  ['W + 9 digits + optional 2 digits', 'W1234567890', '“0” at the end is too much.'],
  ['11 digits or 9 digits', '12', 'This ID doesn’t fit 11 digits, or 9 digits.'],
  ['(a+)+', `${'a'.repeat(200)}!`, 'This ID doesn’t fit (a+)+.'],
  ['(', 'W1', 'This regular expression can’t be read.'],
  ['W + 9 digts', 'W1', 'Enter a format first, for example W + 9 digits.'],
  ['W + 9 digits', '', undefined],
  ['', 'W123456789', undefined],
])('%s and %s: %s', (typed, memberId, words) => {
  expect(testFormat(RE2JS, typed, memberId)?.words).toBe(words)
})
