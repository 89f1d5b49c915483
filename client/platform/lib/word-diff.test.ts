import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffWords } from './word-diff.ts'

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
