import type { TableRow } from './types.ts'

/** Where a table takes its rows from: a page of them, or all that match, read as they come into sight. */
export interface RowSource<Row extends TableRow> {
  /** How many places there are to scroll through. */
  readonly count: number
  /** The row at a place, from 0; undefined while it is being read. */
  readonly at: (index: number) => Row | undefined
  /** The place of a row that is there; -1 otherwise. */
  readonly indexOf: (id: number) => number
  /** Told which places are in sight, both included. */
  readonly onSight?: (from: number, to: number) => void
  /** The ids from one place to another, both included; what is not there yet is read for it. */
  readonly idsBetween: (from: number, to: number) => Promise<readonly number[]>
}

/** Rows that are all there. */
export const rowsAtHand = <Row extends TableRow>(rows: readonly Row[]): RowSource<Row> => ({
  count: rows.length,
  at: (index) => rows[index],
  indexOf: (id) => rows.findIndex((row) => row.id === id),
  idsBetween: async (from, to) => rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id),
})

/** Pages of rows by their number from 0, each of `size` rows but the last. */
export interface LoadedPages<Row extends TableRow> {
  readonly total: number
  readonly size: number
  readonly page: (number: number) => readonly Row[] | undefined
  readonly loadPage: (number: number) => Promise<readonly Row[]>
  readonly onSight: (from: number, to: number) => void
}

/** All rows that match, of which only some pages are there. */
export const rowsOfPages = <Row extends TableRow>(pages: LoadedPages<Row>): RowSource<Row> => {
  const { total, size } = pages
  const numbers = Array.from({ length: Math.ceil(total / size) }, (_, number) => number)
  return {
    count: total,
    at: (index) => pages.page(Math.floor(index / size))?.[index % size],
    indexOf: (id) => {
      for (const number of numbers) {
        const at = pages.page(number)?.findIndex((row) => row.id === id) ?? -1
        if (at >= 0) return number * size + at
      }
      return -1
    },
    onSight: pages.onSight,
    idsBetween: async (from, to) => {
      const [first, last] = [Math.min(from, to), Math.max(from, to)]
      const wanted = numbers.slice(Math.floor(first / size), Math.floor(last / size) + 1)
      const loaded = await Promise.all(wanted.map((number) => pages.loadPage(number)))
      const start = Math.floor(first / size) * size
      return loaded
        .flat()
        .slice(first - start, last - start + 1)
        .map(({ id }) => id)
    },
  }
}
