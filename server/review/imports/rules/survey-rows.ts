import type { DateOrder } from '#contract/review/imports/choices.ts'
import type { CellOfFile } from '#contract/review/imports/shapes.ts'
import { countDates } from './date-order.ts'
import { isFooter } from './footer-rows.ts'
import { textOfRecord } from './read-head.ts'
import type { MappedColumn } from './read-row.ts'
import { isDateField } from './read-value.ts'
import { isSpoiled } from './spoiled-text.ts'

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
