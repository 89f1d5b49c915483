import { foldText } from '#contract/platform/fold-text.ts'

/** Returns a text for comparison: only letters and digits, without case and accents. */
const bare = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** One letter may differ for each this many letters of the longer text. */
const lettersPerTypo = 4
/** Longer texts aren’t compared letter by letter. */
const longest = 60

/**
 * Returns the option a value was probably meant to be: a similar spelling or its beginning; null if there is
 * none.
 */
export const nearestTo = (value: string, options: readonly string[]): string | null => {
  const sought = bare(value)
  const ranked = options
    .map((option) => ({ option, slips: typosBetween(sought, bare(option)) }))
    .filter(({ slips }) => slips !== null)
    .sort((one, other) => (one.slips ?? 0) - (other.slips ?? 0))
  return ranked[0]?.option ?? null
}

/** Returns the number of different letters; null if it’s a different word. */
const typosBetween = (one: string, other: string): number | null => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const allowed = Math.floor(long.length / lettersPerTypo)
  if (isPartOf(short, long)) return Math.min(allowed, long.length - short.length)
  if (long.length > longest || long.length - short.length > allowed) return null
  const slips = editsBetween(short, long)
  return slips <= allowed ? slips : null
}

/** Returns whether it’s the beginning or a large part of the option: 'Pharm D' of 'Pharmacy (PharmD)'. */
const isPartOf = (short: string, long: string): boolean =>
  (short.length > 2 && long.startsWith(short)) || (short.length > 4 && long.includes(short))

/** Returns the number of letters to insert, delete or replace (Levenshtein 1965). */
const editsBetween = (one: string, other: string): number => {
  let former = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const changed = (former[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      next.push(Math.min(changed, (former[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    former = next
  }
  return former[other.length] ?? 0
}
