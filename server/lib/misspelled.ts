/** Returns the given names that aren’t known but look like one that is, each with the one it looks like. */
export const misspelledIn = (
  given: readonly string[],
  known: readonly string[],
): readonly (readonly [name: string, meant: string])[] =>
  given.flatMap((name) => {
    if (known.includes(name)) return []
    // short names are like many words: of PORT, only one letter may differ
    const meant = known.find((each) => editsBetween(name.toUpperCase(), each) <= (each.length < 8 ? 1 : 2))
    return meant === undefined ? [] : [[name, meant] as const]
  })

/**
 * Returns how many letters are missing, extra or different, or pairs of neighbors swapped: the optimal string alignment
 * distance.
 */
const editsBetween = (one: string, other: string): number => {
  if (Math.abs(one.length - other.length) > 2) return Infinity
  let [last, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      const edits = [(row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (isSame ? 0 : 1)]
      next.push(Math.min(...edits, isSwapped ? (last[to - 2] ?? 0) + 1 : Infinity))
    }
    ;[last, row] = [row, next]
  }
  return row[other.length] ?? 0
}
