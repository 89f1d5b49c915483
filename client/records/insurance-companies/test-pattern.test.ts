import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { testPattern } from './test-pattern.ts'

test.each([
  ['W\\d{9}', 'w123456789', 'fits'],
  ['W\\d{9}', 'W1234567890', 'differs'],
  ['(', 'W1', 'broken'],
  ['(a+)+', `${'a'.repeat(200)}!`, 'differs'],
  ['W\\d{9}', '', undefined],
  ['', 'W123456789', undefined],
])('%s and %s: %s', (pattern, memberId, kind) => {
  expect(testPattern(RE2JS, pattern, memberId)?.kind).toBe(kind)
})
