import type { HoldCause } from '#contract/review/imports/choices.ts'
import { compareBirthDates, compareNames, type PersonFacts } from '#server/records/students/index.ts'

/** As many rows with the same contradiction aren’t chance. */
const fewest = 3

/** A stopped row and the student ID of the person it’s about, as Shipmate has it. */
interface Displaced {
  readonly row: number
  readonly sid: string
}

/** The most displaced rows that are looked up: enough to see how they are displaced. */
const mostDisplaced = 1000

/** A row whose student its ID has found. */
interface ComparedRow {
  readonly row: number
  /** Whether it’s stopped, because it’s about another person. */
  readonly isOther: boolean
  /** That person’s student ID; null if Shipmate doesn’t know them. */
  readonly elsewhere: string | null
}

/** A counter of the rows whose name and birth date contradict their student’s. */
export interface ContradictionCounter {
  readonly count: (row: ComparedRow, who: PersonFacts, student: PersonFacts) => void
  readonly displaced: readonly Displaced[]
  /** Returns why the file is held, with the rows of these student IDs; null if it can be imported. */
  readonly hold: (rowOf: ReadonlyMap<string, number>) => Hold | null
}

/** Why a file is held, and how many of its rows say so. */
interface Hold {
  readonly cause: HoldCause
  readonly rows: number
}

/** Returns a counter for a file. Only rows whose student was found by the ID are counted. */
export const countContradictions = (): ContradictionCounter => {
  const many = { compared: 0, stopped: 0, swapped: 0, renamed: 0, unknown: 0, redated: 0 }
  const displaced: Displaced[] = []
  return {
    count: ({ row, isOther, elsewhere }, who, student) => {
      const [name, birth] = [compareNames(who, student), compareBirthDates(who.dob, student)]
      many.compared += 1
      many.stopped += Number(isOther)
      many.swapped += Number(name === 'swapped')
      many.renamed += Number(name === 'other' && birth === 'same')
      many.unknown += Number(name === 'other' && birth === 'none')
      many.redated += Number(name === 'same' && birth === 'other')
      if (elsewhere !== null && displaced.length < mostDisplaced) displaced.push({ row, sid: elsewhere })
    },
    displaced,
    hold: (rowOf) => {
      if (many.swapped >= fewest && many.swapped * 2 > many.stopped)
        return { cause: 'swapped_names', rows: many.swapped }
      if (many.stopped >= fewest)
        return { cause: displacement(many.stopped, displaced, rowOf), rows: many.stopped }
      if (many.renamed >= fewest) return { cause: 'sorted_names', rows: many.renamed }
      if (many.unknown >= fewest) return { cause: 'other_people', rows: many.unknown }
      return many.redated >= fewest && many.redated * 2 >= many.compared
        ? { cause: 'shifted_birth_dates', rows: many.redated }
        : null
    },
  }
}

/** Returns how the IDs came into other rows: by the same number of rows, in another order, or not from this file. */
const displacement = (
  stopped: number,
  displaced: readonly Displaced[],
  rowOf: ReadonlyMap<string, number>,
): HoldCause => {
  const distances = new Map<number, number>()
  for (const { row, sid } of displaced) {
    const away = (rowOf.get(sid) ?? row) - row
    if (away !== 0) distances.set(away, (distances.get(away) ?? 0) + 1)
  }
  const moved = [...distances.values()].reduce((sum, one) => sum + one, 0)
  if (moved * 2 < Math.min(stopped, mostDisplaced)) return 'other_people'
  return Math.max(...distances.values()) * 2 > moved ? 'shifted_ids' : 'sorted_ids'
}
