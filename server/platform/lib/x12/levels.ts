import { at, X12Error, type Segment, type Transaction } from './syntax.ts'

/** A hierarchical level (HL): its segments up to the next HL, and the levels below it. */
export interface Level {
  /** HL03: 20 payer, 21 inquirer, 22 subscriber, 23 dependent. */
  readonly code: string
  readonly segments: readonly Segment[]
  readonly children: readonly Level[]
}

/** What a transaction has before its first level, and its top levels. */
interface Levels {
  readonly head: readonly Segment[]
  readonly top: readonly Level[]
}

/** Levels below each other; an inquiry has four. */
const deepest = 8

interface OpenLevel {
  readonly code: string
  readonly segments: Segment[]
  readonly children: OpenLevel[]
  readonly depth: number
}

/**
 * Orders the segments of a transaction by their hierarchical levels.
 * @throws X12Error if a level stands below one that doesn’t come before it, or two have the same number
 */
export const readLevels = ({ segments }: Pick<Transaction, 'segments'>): Levels => {
  const head: Segment[] = []
  const top: OpenLevel[] = []
  const byNumber = new Map<string, OpenLevel>()
  let present: Segment[] = head
  for (const segment of segments) {
    if (segment.id !== 'HL') {
      present.push(segment)
      continue
    }
    const [number, parent] = [at(segment, 1), byNumber.get(at(segment, 2))]
    if (byNumber.has(number) || (at(segment, 2) !== '' && !parent))
      throw new X12Error('order', `HL ${number} has no place among the levels.`)
    const level = { code: at(segment, 3), segments: [], children: [], depth: (parent?.depth ?? 0) + 1 }
    if (level.depth > deepest) throw new X12Error('order', 'The levels are too deep.')
    byNumber.set(number, level)
    const siblings = parent ? parent.children : top
    siblings.push(level)
    present = level.segments
  }
  return { head, top }
}
