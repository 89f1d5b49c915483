/** Returns the given names that aren’t known but look like one that is, each with the one it looks like. */
export const misspelledIn = (
  given: readonly string[],
  known: readonly string[],
): readonly (readonly [name: string, meant: string])[] =>
  given.flatMap((name) => {
    if (known.includes(name)) return []
    // short names are like many words: of PORT, only one letter may differ
    const meant = known.find((each) => isAlmost(name.toUpperCase(), each, each.length < 8 ? 1 : 2))
    return meant === undefined ? [] : [[name, meant] as const]
  })

/** Returns whether some edits make one text the other: a letter missing, extra or different, or two neighbors swapped. */
const isAlmost = (one: string, other: string, edits: number): boolean => {
  if (one === other) return true
  if (edits === 0) return false
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const [rest, wanted] = [one.slice(same), other.slice(same)]
  const isSwapped = rest[0] === wanted[1] && rest[1] === wanted[0]
  return (
    isAlmost(rest.slice(1), wanted, edits - 1) ||
    isAlmost(rest, wanted.slice(1), edits - 1) ||
    isAlmost(rest.slice(1), wanted.slice(1), edits - 1) ||
    (isSwapped && isAlmost(rest.slice(2), wanted.slice(2), edits - 1))
  )
}
