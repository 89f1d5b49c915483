import { foldText } from '#contract/fold-text.ts'

/** A spelling as it is compared: letters and digits only, without case and accents. */
const bare = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Letters of the longer spelling per letter that may differ. */
const lettersPerSlip = 4
/** Longer spellings are not compared letter by letter. */
const longest = 60

/** The option that a value was probably meant to be: much the same letters, or the beginning of it; null for none. */
export const nearestTo = (value: string, options: readonly string[]): string | null => {
  const sought = bare(value)
  const ranked = options
    .map((option) => ({ option, slips: slipsBetween(sought, bare(option)) }))
    .filter(({ slips }) => slips !== null)
    .sort((one, other) => (one.slips ?? 0) - (other.slips ?? 0))
  return ranked[0]?.option ?? null
}

/** How many letters differ; null where it is another word. */
const slipsBetween = (one: string, other: string): number | null => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const allowed = Math.floor(long.length / lettersPerSlip)
  if (isPartOf(short, long)) return Math.min(allowed, long.length - short.length)
  if (long.length > longest || long.length - short.length > allowed) return null
  const slips = editsBetween(short, long)
  return slips <= allowed ? slips : null
}

/** Its beginning, or much of it: 'Pharm D' of 'Pharmacy (PharmD)'. */
const isPartOf = (short: string, long: string): boolean =>
  (short.length > 2 && long.startsWith(short)) || (short.length > 4 && long.includes(short))

/** Letters to put in, take out or change (Levenshtein 1965). */
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
