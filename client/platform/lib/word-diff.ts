/** A part of a text, and whether only this text has it. */
export interface Piece {
  readonly text: string
  readonly isOnly: boolean
}

/** If the differing middle has more words than this, they aren't compared: it differs as a whole. */
const mostCompared = 1500

const wordsOf = (text: string): string[] => text.match(/\s*\S+/g) ?? []

/** Compares two texts word by word: what they share, and what only one of them has. */
export const diffWords = (one: string, other: string): readonly [readonly Piece[], readonly Piece[]] => {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const shared = sharedWords(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const piecesOf = (words: readonly string[], isShared: readonly boolean[]): readonly Piece[] =>
    joined(
      words.map((text, index) => ({
        text,
        isOnly: index >= start && index < words.length - end && isShared[index - start] !== true,
      })),
    )
  return [piecesOf(a, shared[0]), piecesOf(b, shared[1])]
}

const joined = (pieces: readonly Piece[]): readonly Piece[] => {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (last && last.isOnly === piece.isOnly) all[all.length - 1] = { ...last, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}

/** Marks the words of each text that are in their longest common subsequence. */
const sharedWords = (a: readonly string[], b: readonly string[]): readonly [boolean[], boolean[]] => {
  const [inA, inB] = [a.map(() => false), b.map(() => false)]
  if (a.length > mostCompared || b.length > mostCompared) return [inA, inB]
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      inA[i] = true
      inB[j] = true
      i += 1
      j += 1
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1
    else j += 1
  }
  return [inA, inB]
}
