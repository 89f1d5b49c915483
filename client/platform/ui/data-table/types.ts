import type { ReactNode } from 'react'
import type { Anchor, RelativeDay } from '#contract/platform/relative-day.ts'
import type { SortKey } from '#contract/platform/table-query.ts'
import type { Column, FieldFilter, Filters } from '#contract/platform/table-filters.ts'

/** A row of any table has an ID. */
export interface TableRow {
  readonly id: number
}

/** A column's appearance on screen; its kind and choices come from the contract. */
export interface TableColumn<Row extends TableRow> {
  readonly id: string
  readonly label: string
  /** The heading of the column in the column chooser. */
  readonly group?: string
  /** Default width in pixels. */
  readonly width: number
  /** The same where the table is narrow, if it differs. */
  readonly narrowWidth?: number | undefined
  readonly cell: (row: Row) => ReactNode
  /** The cell as plain text, '' if empty: for copying, printing and type-ahead. */
  readonly text: (row: Row) => string
  readonly align?: 'start' | 'end'
  /** Renders the editor of the cell; absent if it can't be edited. `onDone` returns the focus to the cell. */
  readonly editor?: (row: Row, onDone: () => void) => ReactNode
  /** Renders what a cell can be changed to, as items of a menu; instead of an editor. */
  readonly menu?: (row: Row) => ReactNode
}

/** A rule's value: a plain value or a relative date. */
export type Operand = string | number | boolean | RelativeDay

/** A cell's value; null if empty. */
export type PlainValue = string | number | boolean | null

export interface ValueCount {
  readonly value: PlainValue
  readonly quantity: number
}

/** Query options for the counts of a column's values, optionally of those that contain a text. */
export type ReadValues = (
  field: string,
  contains: string,
) => {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<{
    readonly data: readonly ValueCount[]
    /** Whether there are more values than listed. */
    readonly meta: { readonly more: boolean }
  }>
}

/** A column's filter, with labels for its choices. */
export interface FilterColumn extends Column {
  readonly id: string
  /** Whether few values recur, so that users can filter by selecting values; rules also work. */
  readonly hasFewValues?: boolean
  /** The relative dates that its rules can use; those of the calendar by default. */
  readonly anchors?: readonly Anchor[]
  readonly choiceLabel?: (value: string) => ReactNode
  readonly choiceText?: (value: string) => string
  /** The heading of a choice in a list: the family of a status. */
  readonly choiceGroup?: (value: string) => string
  /** The heading of the field in a list of fields. */
  readonly group?: string
}

/** Sort and filters, and the functions that change them. */
export interface TableControls {
  readonly sort: readonly SortKey[]
  /** The order without a sort. */
  readonly usualSort?: readonly SortKey[]
  readonly onSort: (sort: readonly SortKey[]) => void
  readonly filters: Filters
  readonly onFilter: (field: string, filter: FieldFilter | null) => void
  readonly filterColumns: readonly FilterColumn[]
  readonly values?: ReadValues
}
