/**
 * The syntax of X12 (X12.5 and X12.6): delimiters, segments and envelopes. What a transaction means is read by the
 * files beside it.
 */

/** A segment: its identifier (EB) and its elements from the first (EB01). Repetitions and components aren’t split. */
export interface Segment {
  readonly id: string
  readonly elements: readonly string[]
}

/** The characters that separate the parts of an interchange. */
interface Delimiters {
  readonly element: string
  readonly repetition: string
  readonly component: string
  readonly segment: string
}

/** The delimiters that we write. An answer’s own are in its ISA. */
export const usualDelimiters: Delimiters = { element: '*', repetition: '^', component: ':', segment: '~' }

/** A transaction set (ST to SE), without its envelope. */
export interface Transaction {
  /** ST01, such as 271. */
  readonly type: string
  /** ST02. */
  readonly control: string
  readonly segments: readonly Segment[]
}

/** An interchange (ISA to IEA) whose control numbers and counts are right. */
interface Interchange {
  readonly delimiters: Delimiters
  /** ISA06 and ISA08, without the blanks that fill them up. */
  readonly sender: string
  readonly receiver: string
  /** ISA13: nine digits. */
  readonly control: string
  readonly transactions: readonly Transaction[]
  /** All segments with their envelopes, as they were sent. */
  readonly segments: readonly Segment[]
}

type X12Problem = 'not_x12' | 'truncated' | 'control_number' | 'count' | 'order' | 'transaction' | 'too_long'

/** Thrown when a text isn’t a whole interchange, or not the expected one. Nothing in it can be relied on. */
export class X12Error extends Error {
  override readonly name = 'X12Error'
  readonly code: X12Problem

  constructor(code: X12Problem, message: string) {
    super(message)
    this.code = code
  }
}

/** The length of ISA with its terminator; the only segment of fixed length. */
const isaLength = 106

/** Characters in an interchange; a usual 271 has about 3,000. */
const mostCharacters = 1_000_000

const edges = { element: 3, repetition: 82, component: 104, segment: 105 } as const

const delimitersOf = (text: string): Delimiters => {
  if (!text.startsWith('ISA')) throw new X12Error('not_x12', 'The text doesn’t begin with ISA.')
  if (text.length < isaLength) throw new X12Error('truncated', 'The text ends within ISA.')
  const delimiters = {
    element: text.charAt(edges.element),
    repetition: text.charAt(edges.repetition),
    component: text.charAt(edges.component),
    segment: text.charAt(edges.segment),
  }
  const all = Object.values(delimiters)
  if (new Set(all).size < all.length || all.some((one) => /[A-Za-z0-9 ]/.test(one)))
    throw new X12Error('not_x12', 'The delimiters in ISA are letters, digits or blanks, or two are the same.')
  return delimiters
}

/** Splits a text into segments; line breaks after segments are left out. @throws X12Error */
const segmentsOf = (text: string, { element, segment }: Delimiters): Segment[] => {
  const pieces = text.split(segment)
  if (pieces.pop()?.trim() !== '') throw new X12Error('truncated', 'The last segment has no end.')
  return pieces.map((piece) => {
    const [id = '', ...elements] = piece.replace(/^[\r\n]+/, '').split(element)
    return { id, elements }
  })
}

/** Returns an element of a segment by its number, from 1: `at(segment, 1)` of an EB is EB01. Empty if it’s absent. */
export const at = ({ elements }: Segment, number: number): string => elements[number - 1] ?? ''

/**
 * Reads the interchanges of a text, one after another, each with its own delimiters. Blanks and line breaks between them
 * are left out.
 * @throws X12Error
 */
export const readInterchanges = (source: string): Interchange[] => {
  if (source.length > mostCharacters)
    throw new X12Error('too_long', 'The text has over a million characters.')
  const interchanges: Interchange[] = []
  let rest = source
  do {
    const text = rest.replace(/^[\uFEFF\s]+/, '')
    const delimiters = delimitersOf(text)
    const end = endOf(text, delimiters)
    interchanges.push(readOne(text.slice(0, end), delimiters))
    rest = text.slice(end)
  } while (rest.trim() !== '')
  return interchanges
}

/** Returns where the first interchange of a text ends: after IEA, or at the end of the text if it has none. */
const endOf = (text: string, { element, segment }: Delimiters): number => {
  let end = 0
  for (const piece of text.split(segment)) {
    end += piece.length + 1
    if (piece.trimStart().startsWith(`IEA${element}`)) return end
  }
  return text.length
}

/** Reads a text that’s one interchange. @throws X12Error */
export const readInterchange = (source: string): Interchange => {
  const [interchange, ...others] = readInterchanges(source)
  if (!interchange || others.length > 0)
    throw new X12Error('order', 'The text has more than one interchange.')
  return interchange
}

/** Reads envelopes with their control numbers and counts. @throws X12Error */
const readOne = (text: string, delimiters: Delimiters): Interchange => {
  const segments = segmentsOf(text, delimiters)
  const [isa] = segments
  const end = segments.at(-1)
  if (isa?.elements.length !== 16) throw new X12Error('not_x12', 'ISA doesn’t have 16 elements.')
  if (end?.id !== 'IEA') throw new X12Error('truncated', 'The interchange doesn’t end with IEA.')
  const control = at(isa, 13)
  same('control_number', 'IEA', control, at(end, 2))
  const { groups, transactions } = readGroups(segments.slice(1, -1))
  same('count', 'IEA', groups, at(end, 1))
  return {
    delimiters,
    sender: at(isa, 6).trim(),
    receiver: at(isa, 8).trim(),
    control,
    transactions,
    segments,
  }
}

/** @throws X12Error if an envelope ends with something else than it began with */
const same = (
  code: 'control_number' | 'count',
  id: string,
  expected: string | number,
  found: string,
): void => {
  const isSame =
    typeof expected === 'number' ? /^\d{1,10}$/.test(found) && Number(found) === expected : expected === found
  if (isSame) return
  const what = code === 'count' ? 'count' : 'control number'
  throw new X12Error(code, `The ${what} in ${id} is ${found || 'empty'} instead of ${expected}.`)
}

/** Reads the functional groups (GS to GE). Acknowledgments before them (TA1) aren’t transactions. */
const readGroups = (segments: readonly Segment[]): { groups: number; transactions: Transaction[] } => {
  const transactions: Transaction[] = []
  let groups = 0
  let place = 0
  while (segments[place]?.id === 'TA1') place += 1
  while (place < segments.length) {
    const begin = segments[place]
    if (begin?.id !== 'GS') throw new X12Error('order', `${begin?.id} is in the file instead of GS.`)
    const found = readTransactions(segments, place + 1)
    const end = segments[found.place]
    if (end?.id !== 'GE') throw new X12Error('order', 'A group doesn’t end with GE.')
    same('count', 'GE', found.transactions.length, at(end, 1))
    same('control_number', 'GE', at(begin, 6), at(end, 2))
    transactions.push(...found.transactions)
    groups += 1
    place = found.place + 1
  }
  return { groups, transactions }
}

/** Reads the transactions of a group (ST to SE). */
const readTransactions = (
  segments: readonly Segment[],
  from: number,
): { place: number; transactions: Transaction[] } => {
  const transactions: Transaction[] = []
  let place = from
  while (segments[place]?.id === 'ST') {
    const begin = segments[place] ?? { id: 'ST', elements: [] }
    const last = segments.findIndex(({ id }, index) => index > place && (id === 'SE' || id === 'ST'))
    const end = segments[last]
    if (end?.id !== 'SE') throw new X12Error('order', 'A transaction doesn’t end with SE.')
    same('count', 'SE', last - place + 1, at(end, 1))
    same('control_number', 'SE', at(begin, 2), at(end, 2))
    transactions.push({
      type: at(begin, 1),
      control: at(begin, 2),
      segments: segments.slice(place + 1, last),
    })
    place = last + 1
  }
  return { place, transactions }
}

/** Writes segments as text. Empty elements at the end of a segment are left out, as the standard asks. */
export const writeSegments = (segments: readonly Segment[], { element, segment }: Delimiters): string =>
  segments
    .map(({ id, elements }) => {
      const last = id === 'ISA' ? elements.length : elements.findLastIndex((one) => one !== '') + 1
      return [id, ...elements.slice(0, last)].join(element) + segment
    })
    .join('')
