import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 KB'],
  [20 * 1024, '20 KB'],
  [3.25 * 1024 * 1024, '3.3 MB'],
  [20 * 1024 * 1024, '20 MB'],
])('%d is %s', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words)
})
