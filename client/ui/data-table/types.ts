import type { ReactNode } from 'react'
import type { Anchor, RelativeDay } from '#contract/relative-day.ts'
import type { SortKey } from '#contract/table-query.ts'
import type { Column, FieldFilter, Filters } from '#contract/table-filters.ts'

/** A row of any table has an id. */
export interface TableRow {
  readonly id: number
}

/** How a column stands on screen; what it is (kind, choices) the contract says. */
export interface TableColumn<Row extends TableRow> {
  readonly id: string
  readonly label: string
  /** The heading it stands under where columns are chosen. */
  readonly group?: string
  /** Pixels, until a person says otherwise. */
  readonly width: number
  readonly cell: (row: Row) => ReactNode
  /** The cell in plain words, '' for an empty one: what is copied, printed and found by typing ahead. */
  readonly text: (row: Row) => string
  readonly align?: 'start' | 'end'
  /** Edits the cell where it stands; absent where it cannot be. `onDone` gives the place back to the cell. */
  readonly editor?: (row: Row, onDone: () => void) => ReactNode
}

/** What a rule compares with: a value, or a day in relation to another. */
export type Operand = string | number | boolean | RelativeDay

/** A value of a cell; null where it is empty. */
export type PlainValue = string | number | boolean | null

export interface ValueCount {
  readonly value: PlainValue
  readonly quantity: number
}

/** How the values of a column are counted, those that contain a text where one is given: query options. */
export type ReadValues = (
  field: string,
  contains: string,
) => {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<{
    readonly data: readonly ValueCount[]
    /** Further values are not listed. */
    readonly meta: { readonly more: boolean }
  }>
}

/** What a column can be filtered by, with words for its choices. */
export interface FilterColumn extends Column {
  readonly id: string
  /** Few values recur in it, so that it is filtered by picking some; by rule still too. */
  readonly hasFewValues?: boolean
  /** The moving days that its dates can be told by; the calendar's unless said. */
  readonly anchors?: readonly Anchor[]
  readonly choiceLabel?: (value: string) => ReactNode
  readonly choiceText?: (value: string) => string
}

/** Sort and filters, and what changes them. */
export interface TableControls {
  readonly sort: readonly SortKey[]
  readonly onSort: (sort: readonly SortKey[]) => void
  readonly filters: Filters
  readonly onFilter: (field: string, filter: FieldFilter | null) => void
  readonly filterColumns: readonly FilterColumn[]
  readonly values?: ReadValues
}
