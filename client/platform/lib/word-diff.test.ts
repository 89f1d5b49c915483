import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffWords, nearDifferences } from './word-diff.ts'

test('words in only one text are told apart from those in both', () => {
  expect(diffWords('Pay by May 1 online', 'Pay by June 1 in person')).toEqual([
    [
      { text: 'Pay by', isOnly: false },
      { text: ' May', isOnly: true },
      { text: ' 1', isOnly: false },
      { text: ' online', isOnly: true },
    ],
    [
      { text: 'Pay by', isOnly: false },
      { text: ' June', isOnly: true },
      { text: ' 1', isOnly: false },
      { text: ' in person', isOnly: true },
    ],
  ])
})

test('the parts make up the texts, and shared parts are the same in both', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [ones, others] = diffWords(one, other)
      expect([ones, others].map((pieces) => pieces.map((piece) => piece.text).join(''))).toEqual([one, other])
      const shared = (pieces: typeof ones) =>
        pieces.flatMap((piece) => (piece.isOnly ? [] : piece.text.trim().split(/\s+/)))
      expect(shared(ones)).toEqual(shared(others))
    }),
  )
})

test('of long texts, the words near each difference are kept', () => {
  const long = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ')
  const textsOf = (one: string, other: string): string[] =>
    diffWords(one, other).map((pieces) =>
      nearDifferences(pieces)
        .map(({ text }) => text)
        .join(''),
    )
  const start = 'w0 w1 w2 w3 w4 w5 w6 w7 …'
  const end = '… w32 w33 w34 w35 w36 w37 w38 w39'
  expect(textsOf(`${long} mine`, `${long} theirs`)).toEqual([`${end} mine`, `${end} theirs`])
  expect(textsOf(`mine ${long}`, `theirs ${long}`)).toEqual([`mine ${start}`, `theirs ${start}`])
  expect(textsOf(long, `${long} theirs`)).toEqual([`${start}${end.slice(1)}`, `${end} theirs`])
  expect(textsOf('Pay by May 1', 'Pay by June 1')).toEqual(['Pay by May 1', 'Pay by June 1'])
})
