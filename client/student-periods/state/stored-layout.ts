import type { TableLayout } from '#contract/table-layout.ts'
import type { ColumnLayout } from '#client/ui/data-table/layout.ts'

/** Rows are scrolled through as one, or turned page by page. */
export type RowsMode = 'scroll' | 'pages'

/** A table as it stands: its columns, and the way through its rows. */
export interface Arrangement {
  readonly layout: ColumnLayout
  readonly mode: RowsMode
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A stored layout as the table takes it; what is absent is as usual. */
export const arrangementOf = (stored: TableLayout, usual: ColumnLayout): Arrangement => ({
  layout: {
    // columns that are no more are left out; with none left the usual ones stand
    shown: stored.shown?.length ? stored.shown : usual.shown,
    widths: stored.widths ?? usual.widths,
    pins: stored.pins ?? usual.pins,
    density: stored.density ?? usual.density,
  },
  mode: stored.page_mode ?? 'scroll',
})

/** What is stored of a table: only what differs from the usual, so that the usual may change. */
export const storedLayoutOf = ({ layout, mode }: Arrangement, usual: ColumnLayout): TableLayout => ({
  ...(isSame(layout.shown, usual.shown) ? {} : { shown: [...layout.shown] }),
  ...(isSame(layout.widths, usual.widths) ? {} : { widths: { ...layout.widths } }),
  ...(isSame(layout.pins, usual.pins) ? {} : { pins: { ...layout.pins } }),
  ...(layout.density === usual.density ? {} : { density: layout.density }),
  ...(mode === 'scroll' ? {} : { page_mode: mode }),
})
