import type { Permission } from '#contract/platform/access.ts'
import { defaultStudentListColumns } from '#contract/records/student-periods/default-columns.ts'
import type { TableLayout } from '#contract/platform/table-layout.ts'
import type { ColumnLayout } from '#client/platform/ui/data-table/layout.ts'

/** Whether rows are scrolled through or shown in pages. */
export type RowsMode = 'scroll' | 'pages'

/** A table's layout: its columns, and scrolling or pages. */
export interface ListArrangement {
  readonly layout: ColumnLayout
  readonly mode: RowsMode
}

/** Returns the default layout for a role. */
export const usualLayout = (permission: Permission): ColumnLayout => ({
  shown: defaultStudentListColumns[permission],
  widths: {},
  pins: { student_name: 'start' },
  density: 'regular',
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns a saved layout as the table takes it, with defaults. */
export const arrangementOf = (stored: TableLayout, usual: ColumnLayout): ListArrangement => ({
  layout: {
    // columns that no longer exist are dropped; if none is left, the default ones are used
    shown: stored.shown?.length ? stored.shown : usual.shown,
    widths: stored.widths ?? usual.widths,
    pins: stored.pins ?? usual.pins,
    density: stored.density ?? usual.density,
  },
  mode: stored.page_mode ?? 'scroll',
})

/** Returns what is saved of a layout: only what differs from the default, so that the default can change. */
export const storedLayoutOf = ({ layout, mode }: ListArrangement, usual: ColumnLayout): TableLayout => ({
  ...(isSame(layout.shown, usual.shown) ? {} : { shown: [...layout.shown] }),
  ...(isSame(layout.widths, usual.widths) ? {} : { widths: { ...layout.widths } }),
  ...(isSame(layout.pins, usual.pins) ? {} : { pins: { ...layout.pins } }),
  ...(layout.density === usual.density ? {} : { density: layout.density }),
  ...(mode === 'scroll' ? {} : { page_mode: mode }),
})
