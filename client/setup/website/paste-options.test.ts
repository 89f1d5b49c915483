import { expect, test } from 'vitest'
import { newLines } from './paste-options.ts'

test.each([
  ['Nursing\nPharmacy\r\n\n Medicine ', ['Nursing', 'Pharmacy', 'Medicine']],
  ['Nursing\t120\nPharmacy\t80', ['Nursing', 'Pharmacy']],
  ['Dance\ndance\nDAncé', ['Dance']],
])('%j is pasted as the options %j', (text, options) => {
  expect(newLines(text, [])).toEqual(options)
})

test('existing options aren’t pasted again, in any spelling', () => {
  expect(newLines('NURSING\nPharmacy', ['Nursing'])).toEqual(['Pharmacy'])
})
