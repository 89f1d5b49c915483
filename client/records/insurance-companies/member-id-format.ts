import type { RE2JS } from 're2js'

/** The same regular expression engine as on the server. */
export type Engine = Pick<typeof RE2JS, 'compile' | 'CASE_INSENSITIVE'>

/** A part of a member ID: fixed characters, or a number of digits, letters or both. */
interface Part {
  /** Fixed characters, or the class of those that may appear. */
  readonly kind: 'fixed' | 'digit' | 'letter' | 'character'
  readonly text: string
  readonly min: number
  readonly max: number
  readonly isOptional: boolean
}

/** Parts in order. */
type Sequence = readonly Part[]

const classes = { digit: '\\d', letter: '[A-Z]', character: '[A-Z0-9]' } as const
const names = { digit: 'digits', letter: 'letters', character: 'letters or digits' } as const
type Class = keyof typeof classes
const classNames: readonly Class[] = ['digit', 'letter', 'character']

/** What to type, for the hint and for errors. */
export const formatExample = 'W + 9 digits'

/**
 * Returns the regular expression for what staff typed: 'W + 9 digits', the sample ID 'W123456789', or a regular
 * expression, which stays as it is. Null if it’s none of them.
 */
export const patternOf = (typed: string): string | null => {
  if (/[\\[\]{}()|?*^$]/.test(typed)) return typed
  const sequences = sequencesOf(typed)
  return sequences && sequences.map((parts) => parts.map(partPattern).join('')).join('|')
}

/** Returns a regular expression in plain words, 'W + 9 digits'; itself if it has more than the words can say. */
export const plainFormat = (pattern: string): string => {
  const sequences = sequencesIn(pattern)
  return sequences ? plainOf(sequences) : pattern
}

/** Returns what a sample ID stands for, 'W + 9 digits'; null for any other text. */
export const formatOfSample = (typed: string): string | null => {
  const parts = partsOfSample(typed.trim())
  return parts && plainOf([parts])
}

const plainOf = (sequences: readonly Sequence[]): string =>
  sequences.map((parts) => parts.map(partText).join(' + ')).join(', or ')

const countText = ({ min, max }: Part): string => (min === max ? `${min}` : `${min} to ${max}`)

const partText = (part: Part): string => {
  const { kind, text, max, isOptional } = part
  const words =
    kind === 'fixed' ? text : `${countText(part)} ${max === 1 && kind !== 'character' ? kind : names[kind]}`
  return isOptional ? `optional ${words}` : words
}

const partPattern = ({ kind, text, min, max, isOptional }: Part): string => {
  const times = min === max ? (max === 1 ? '' : `{${min}}`) : `{${min},${max}}`
  const pattern = kind === 'fixed' ? text : `${classes[kind]}${times}`
  return isOptional ? `(${pattern})?` : pattern
}

const fixed = (text: string, isOptional = false): Part => ({
  kind: 'fixed',
  text: text.toUpperCase(),
  min: 1,
  max: 1,
  isOptional,
})

const sequencesOf = (typed: string): readonly Sequence[] | null =>
  allOrNone(typed.split(/,? or (?!digits)/i), (text) => {
    const sample = partsOfSample(text.trim())
    return sample ?? allOrNone(text.split('+'), (part) => partOf(part.trim()))
  })

/** Returns the results for all items; null if there is none for one. */
const allOrNone = <T, R>(items: readonly T[], read: (item: T) => R | null): readonly R[] | null => {
  const results = items.map(read).filter((result) => result !== null)
  return results.length === items.length ? results : null
}

/** Returns the parts of a sample ID: its letters, and as many digits as it has in each place. */
const partsOfSample = (text: string): Sequence | null => {
  if (!/^[a-z0-9-]{5,30}$/i.test(text) || (text.match(/\d/g) ?? []).length < 4) return null
  return (text.match(/\d+|\D+/g) ?? []).map((run) =>
    /\d/.test(run)
      ? { kind: 'digit', text: '', min: run.length, max: run.length, isOptional: false }
      : fixed(run),
  )
}

const counted =
  /^(\d{1,2})(?: ?(?:to|-|–) ?(\d{1,2}))? (digits?|letters?|letters? (?:or|and) digits?|characters?)$/i

const partOf = (text: string): Part | null => {
  const isOptional = /^optional /i.test(text)
  const rest = text.replace(/^optional /i, '').trim()
  const [found, from, to = from, words] = counted.exec(rest) ?? []
  if (found === undefined) return /^[a-z0-9-]{1,20}$/i.test(rest) ? fixed(rest, isOptional) : null
  const [min, max] = [Number(from), Number(to)]
  const kind = classOf(String(words).toLowerCase())
  return min >= 1 && max >= min ? { kind, text: '', min, max, isOptional } : null
}

const classOf = (words: string): Class =>
  words.includes(' ') || words.startsWith('character')
    ? 'character'
    : words.startsWith('digit')
      ? 'digit'
      : 'letter'

const atom =
  /(\((?:\?:)?)?(\\d|\[0-9\]|\[A-Z\]|\[A-Z0-9\]|[A-Z0-9-]+?(?=[\\[(){|?]|$)|[A-Z0-9-])(?:\{(\d+)(?:,(\d+))?\})?(\)\?|\?)?/y

/** Returns the parts of a regular expression; null if it isn’t made of them. */
const sequencesIn = (pattern: string): readonly Sequence[] | null =>
  allOrNone(pattern.split('|'), (text) => {
    const parts: Part[] = []
    atom.lastIndex = 0
    while (atom.lastIndex < text.length) {
      const found = atom.exec(text)
      const part = found && partIn(found)
      if (!part) return null
      parts.push(part)
    }
    return parts.length > 0 && !/\([^)]*\|/.test(pattern) ? parts : null
  })

const partIn = (found: RegExpExecArray): Part | null => {
  const [, open, characters = '', from = '1', to = from, end] = found
  const isGroup = open !== undefined
  // a group that isn't optional says nothing that the words could
  if (isGroup !== (end === ')?')) return null
  const isOptional = end !== undefined
  const kind = classIn(characters)
  if (kind) return { kind, text: '', min: Number(from), max: Number(to), isOptional }
  // a “?” or a number after several characters applies to the last one
  const isWhole = isGroup || !isOptional || characters.length === 1
  return isWhole && to === '1' ? fixed(characters, isOptional) : null
}

const classIn = (characters: string): Class | undefined =>
  characters === '[0-9]' ? 'digit' : classNames.find((name) => classes[name] === characters)

/** The result of testing a member ID against a format. */
export interface FormatResult {
  readonly kind: 'fits' | 'differs' | 'broken'
  readonly words: string
}

/** Tests a whole member ID, and says why it doesn’t fit; null without input. */
export const testFormat = (engine: Engine, typed: string, memberId: string): FormatResult | null => {
  if (typed === '' || memberId === '') return null
  const pattern = patternOf(typed)
  if (pattern === null)
    return { kind: 'broken', words: `Enter a format first, for example ${formatExample}.` }
  try {
    if (engine.compile(pattern, engine.CASE_INSENSITIVE).matches(memberId))
      return { kind: 'fits', words: 'This ID fits.' }
  } catch {
    return { kind: 'broken', words: 'This regular expression can’t be read.' }
  }
  const [only, ...others] = sequencesIn(pattern) ?? []
  const reason = only && others.length === 0 ? reasonAgainst(only, memberId.toUpperCase()) : null
  return { kind: 'differs', words: reason ?? `This ID doesn’t fit ${plainFormat(pattern)}.` }
}

const characters: Record<Class, RegExp> = { digit: /^\d*/, letter: /^[A-Z]*/, character: /^[A-Z0-9]*/ }

/** Returns why an ID doesn’t fit, read from left to right; null if that finds nothing. */
const reasonAgainst = (parts: Sequence, memberId: string): string | null => {
  let rest = memberId
  for (const part of parts) {
    const found = startOf(part, rest)
    const isFound = part.kind === 'fixed' ? found !== '' : found.length >= part.min
    if (isFound) rest = rest.slice(found.length)
    else if (!part.isOptional)
      return missingText(part, found, memberId.slice(0, memberId.length - rest.length))
  }
  return rest === '' ? null : `“${rest}” at the end is too much.`
}

const startOf = ({ kind, text, max }: Part, rest: string): string =>
  kind === 'fixed'
    ? rest.startsWith(text)
      ? text
      : ''
    : (characters[kind].exec(rest)?.[0] ?? '').slice(0, max)

const missingText = (part: Part, found: string, before: string): string => {
  const place = before === '' ? 'at the start' : `after “${before}”`
  return part.kind === 'fixed'
    ? `It needs “${part.text}” ${place}.`
    : `It needs ${partText(part)} ${place}, and has ${found.length}.`
}
