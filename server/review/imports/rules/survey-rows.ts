import type { DateOrder, ImportTarget } from '#contract/review/imports/choices.ts'
import type { CellOfFile } from '#contract/review/imports/shapes.ts'
import { ordersOf } from './read-date.ts'
import { textOfRecord } from './read-head.ts'
import type { MappedColumn } from './read-row.ts'
import { isDateField } from './read-value.ts'
import { isSpoiled } from './reading.ts'

/** What all rows of a file show together. */
export interface Survey {
  readonly rows: number
  readonly dateOrder: DateOrder | null
  readonly unclearDates: readonly CellOfFile[]
  /** The rows below the students that aren’t students. */
  readonly footers: readonly { readonly row: number; readonly text: string }[]
  /** The first cells whose characters were lost or misread. */
  readonly spoiled: readonly CellOfFile[]
  readonly spoiledCount: number
}

/** Looks at the rows of a file one by one. */
interface Surveyor {
  add(row: number, cells: readonly string[]): void
  end(): Survey
}

/** The most footer rows. More are part of the table. */
const maxFooters = 20
/** The most spoiled cells to return. */
const maxSpoiled = 20

/** Finds the order of the dates, the footer and the spoiled cells of a file. */
export const surveyRows = (columns: readonly MappedColumn[], width: number): Surveyor => {
  const dates = countDates()
  const dateColumns = columns.filter(({ field }) => isDateField(field))
  const firstTarget = columns.find(({ index }) => index === 0)?.field ?? null
  const spoiled: CellOfFile[] = []
  let footers: Survey['footers'] = []
  let [rows, spoiledCount] = [0, 0]
  const addFooter = (row: number, cells: readonly string[]): void => {
    const isOne = footers.length < maxFooters && isFooter(cells, { width, firstTarget })
    footers = isOne ? [...footers, { row, text: textOfRecord(cells) }] : []
  }
  return {
    add: (row, cells) => {
      rows += 1
      addFooter(row, cells)
      for (const { index, header } of dateColumns) {
        const value = (cells[index] ?? '').trim()
        if (value !== '') dates.add({ row, column: header, value })
      }
      for (const { index, header } of columns) {
        const value = cells[index] ?? ''
        if (!isSpoiled(value)) continue
        spoiledCount += 1
        if (spoiled.length < maxSpoiled)
          spoiled.push({ row, column: header, value: value.trim().slice(0, 200) })
      }
    },
    end: () => {
      const { order, unclear } = dates.end()
      return {
        rows: rows - footers.length,
        dateOrder: order,
        unclearDates: unclear,
        footers,
        spoiled,
        spoiledCount,
      }
    },
  }
}

/** What the last lines of a report begin with. */
const footerStart =
  /^[\s*=#–—-]*((grand |sub)?totals?\b|(record |row |student )?count\b|(number|no\.?) of (students|records|rows)\b|report\b|generated\b|printed\b|prepared (by|on)\b|created (by|on)\b|exported\b|run (date|on|by|time)\b|end of\b|page \d+|confidential\b|as of\b|source:|\d+ (students|records|rows)\b|(students|records|rows)\s*:)/i

/** Returns whether a cell is a sentence and not an ID, such as “A 12”. */
const isSentence = (cell: string): boolean => (cell.match(/\p{L}{3,}/gu) ?? []).length > 1

/** The table that a record is a part of: its number of columns, and what the first one is matched to. */
interface Table {
  readonly width: number
  readonly firstTarget: ImportTarget | null
}

/**
 * Returns whether a record below all students is a line of the report and not a student with missing cells. It begins
 * with the words of one and else has only numbers, or it’s a sentence alone in a first column that has no names.
 */
const isFooter = (cells: readonly string[], table: Table): boolean => {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (filled.length > 1 && filled.length * 2 > table.width) return false
  const isFirst = cells[0]?.trim() === filled[0]
  return (
    hasFooterWords(filled, isFirst) || (filled.length === 1 && isFirst && isRemark(filled[0] ?? '', table))
  )
}

const hasFooterWords = ([text = '', ...others]: readonly string[], isFirst: boolean): boolean =>
  footerStart.test(text) &&
  others.every((cell) => /^[\d\s.,:/-]+$/.test(cell)) &&
  // “Total” alone in another column can be a name
  (isFirst || /\d/.test([text, ...others].join(' ')))

/** Returns whether a text alone in the first column is a sentence where students have an ID or nothing. */
const isRemark = (text: string, { width, firstTarget }: Table): boolean =>
  width > 2 && (firstTarget === null || firstTarget === 'sid') && isSentence(text)

/** The order of a file’s dates; `unclear` holds one date that can be either, or one of each order. */
interface DateFinding {
  readonly order: DateOrder | null
  readonly unclear: readonly CellOfFile[]
}

/** A counter of the orders in which a file’s dates make sense. */
interface DateCounter {
  add(cell: CellOfFile): void
  end(): DateFinding
}

/** The share of dates in another order that are typing errors and not a second order. */
const mostErrors = 0.01

/** Dates of one kind. */
interface Tally {
  count: number
  first: CellOfFile | null
}

type Kind = DateOrder | 'either' | 'dmy-or-ymd' | 'year-first' | 'none'

const kindOf = (text: string): Kind => {
  const { orders, isYearFirst, isSameDay } = ordersOf(text)
  if (isYearFirst) return 'year-first'
  if (orders.includes('mdy') && orders.includes('dmy')) return isSameDay ? 'none' : 'either'
  if (orders.includes('mdy')) return 'mdy'
  return orders.length === 2 ? 'dmy-or-ymd' : (orders[0] ?? 'none')
}

/** Finds the order of a file’s dates from all of them: 25/12/2001 in one row decides for 03/04/2001 in another. */
export const countDates = (): DateCounter => {
  const tallies = new Map<Kind, Tally>()
  return {
    add: (cell) => {
      const kind = kindOf(cell.value)
      const tally = tallies.get(kind) ?? { count: 0, first: cell }
      tally.count += 1
      tallies.set(kind, tally)
    },
    end: () => decide((kind) => tallies.get(kind) ?? { count: 0, first: null }),
  }
}

const decide = (tally: (kind: Kind) => Tally): DateFinding => {
  const [mdy, dmy, ymd, weak] = [tally('mdy'), tally('dmy'), tally('ymd'), tally('dmy-or-ymd')]
  const dayFirst = dmy.count + weak.count
  const order = orderOf([
    // 99-12-31: only a year can be over 31
    ['ymd', ymd.count, mdy.count + dmy.count],
    ['mdy', mdy.count, dayFirst],
    ['dmy', dayFirst, mdy.count],
  ])
  if (order) return { order, unclear: [] }
  const unclear = mdy.count > 0 ? [mdy.first, dmy.first ?? weak.first] : [tally('either').first]
  const cells = unclear.filter((cell) => cell !== null)
  return { order: cells.length === 0 && tally('year-first').count > 0 ? 'ymd' : null, unclear: cells }
}

/** Returns the order that some dates show, and none or hardly any contradicts. */
const orderOf = (
  found: readonly (readonly [order: DateOrder, count: number, others: number])[],
): DateOrder | undefined => found.find(([, count, others]) => count > 0 && others <= count * mostErrors)?.[0]
