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

/** Words that stay on each side of a difference. */
const near = 8

/** Shortens what two texts share to the words near what differs, so that it’s in sight in a long text. */
export const nearDifferences = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.map((piece, index) => {
    const words = wordsOf(piece.text)
    if (piece.isOnly || words.length <= 2 * near) return piece
    const [isFirst, isLast] = [index === 0, index === pieces.length - 1]
    // the only piece has both ends, because the other text goes on at either
    const start = isFirst && !isLast ? '…' : `${words.slice(0, near).join('')} …`
    const end = isLast && !isFirst ? '' : words.slice(-near).join('')
    return { text: `${start}${end}`, isOnly: false }
  })
