import { expect, test } from 'vitest'
import { piecesOf } from './rich-text.tsx'

const page = `<h2>One</h2><ul><li>Two</li></ul><p>${'word '.repeat(200)}</p>`

test('a long text is shown completely, in parts and in order', () => {
  const pieces = piecesOf(page.repeat(100))
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('')).toBe(page.repeat(100))
})

test('words outside blocks stay next to their neighbors', () => {
  expect(piecesOf(`${page.repeat(100)} and <em>loose</em> words`)).toEqual([])
})
