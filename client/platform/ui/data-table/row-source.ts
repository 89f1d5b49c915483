import type { TableRow } from './types.ts'

/** The source of a table's rows: one page, or all matching rows, loaded as the user scrolls. */
export interface RowSource<Row extends TableRow> {
  /** The number of rows to scroll through. */
  readonly count: number
  /** The row at a position, from 0; undefined while it loads. */
  readonly at: (index: number) => Row | undefined
  /** The position of a loaded row; -1 otherwise. */
  readonly indexOf: (id: number) => number
  /** Called with the visible positions, both included. */
  readonly onSight?: (from: number, to: number) => void
  /** The IDs between two positions, both included; loads missing rows. */
  readonly idsBetween: (from: number, to: number) => Promise<readonly number[]>
}

/** Returns a source of rows that are all loaded. */
export const loadedRows = <Row extends TableRow>(rows: readonly Row[]): RowSource<Row> => ({
  count: rows.length,
  at: (index) => rows[index],
  indexOf: (id) => rows.findIndex((row) => row.id === id),
  idsBetween: async (from, to) => rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id),
})

/** Pages of rows by number from 0, each of `size` rows except the last. */
interface LoadedPages<Row extends TableRow> {
  readonly total: number
  readonly size: number
  readonly page: (number: number) => readonly Row[] | undefined
  readonly loadPage: (number: number) => Promise<readonly Row[]>
  readonly onSight: (from: number, to: number) => void
}

/** Returns a source of all matching rows, of which only some pages are loaded. */
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
