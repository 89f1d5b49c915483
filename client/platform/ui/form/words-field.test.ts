import { expect, test } from 'vitest'
import { withWords, wordsIn } from './words-field.tsx'

test.each([
  ['Aetna, Cigna', ['Aetna', 'Cigna']],
  [' 60054\n\n60055;60056\t', ['60054', '60055', '60056']],
  ['Blue Cross of California', ['Blue Cross of California']],
  [' , ', []],
])('%j holds %j', (text, words) => {
  expect(wordsIn(text)).toEqual(words)
})

test('each word appears once, ignoring case; the first spelling stays', () => {
  expect(withWords(['Aetna'], ['AETNA', 'Cigna', 'cigna'])).toEqual(['Aetna', 'Cigna'])
})
