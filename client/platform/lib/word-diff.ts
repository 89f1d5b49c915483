import { diffArrays } from 'diff'

/** A part of a text, and whether only this text has it. */
export interface Piece {
  readonly text: string
  readonly isOnly: boolean
}

/** Texts with more different words than this differ as a whole, so that a dialog opens at once. */
const mostDifferent = 1500

const wordsOf = (text: string): string[] => text.match(/\s*\S+/g) ?? []

/** Compares two texts word by word: what they share, and what only one of them has. */
export const diffWords = (one: string, other: string): readonly [readonly Piece[], readonly Piece[]] => {
  const parts = diffArrays(wordsOf(one), wordsOf(other), { maxEditLength: mostDifferent })
  if (!parts) return [[{ text: one, isOnly: true }], [{ text: other, isOnly: true }]]
  const piecesWithout = (left: 'added' | 'removed'): readonly Piece[] =>
    parts
      .filter((part) => !part[left])
      .map(({ value, added, removed }) => ({ text: value.join(''), isOnly: added || removed }))
  return [piecesWithout('added'), piecesWithout('removed')]
}
