import type { DateOrder } from '#contract/review/imports/choices.ts'
import type { CellOfFile } from '#contract/review/imports/shapes.ts'
import { ordersOf } from './read-date.ts'

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
