import { useState, type ReactNode } from 'react'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { DataTable } from './data-table.tsx'
import type { ColumnLayout } from './layout.ts'
import { loadedRows } from './row-source.ts'
import type { Selection } from './selection.ts'
import type { TableColumn, TableControls, TableRow } from './types.ts'
import type { RowMenu } from './use-row-menu.tsx'
import { useCopy } from '../overlays/use-copy.ts'

interface PagedTableProps<Row extends TableRow> {
  label: string
  columns: readonly TableColumn<Row>[]
  usualLayout: ColumnLayout
  list: {
    readonly rows: {
      readonly data: { readonly data: readonly Row[]; readonly meta: PageMeta } | undefined
      readonly isPlaceholderData: boolean
    }
    readonly controls: TableControls
    readonly selection: Selection
    readonly setSelection: (selection: Selection) => void
  }
  /** Identifies the list as in `DataTable`. */
  scrollKey: string
  /** The text that the rows were searched by, as in `DataTable`. */
  search?: string
  rowLabel: (row: Row) => string
  /** Called on Enter or a press. */
  onOpen: (row: Row) => void
  rowMenu?: RowMenu<Row>
  fresh?: ReadonlySet<number>
  empty: ReactNode
}

/** Renders a list in pages as rows; Enter or a press opens one. Its layout lasts while the screen is open. */
export const PagedTable = <Row extends TableRow>({
  usualLayout,
  list,
  onOpen,
  ...rest
}: PagedTableProps<Row>) => {
  const copy = useCopy()
  const [layout, setLayout] = useState(usualLayout)
  const { data, isPlaceholderData } = list.rows
  return (
    <DataTable
      {...rest}
      layout={layout}
      onLayout={setLayout}
      source={data && loadedRows(data.data)}
      total={data?.meta.total ?? 0}
      first={(data?.meta.from ?? 1) - 1}
      isPaged
      controls={list.controls}
      selection={list.selection}
      onSelect={list.setSelection}
      onOpen={onOpen}
      onPress={onOpen}
      onCopy={(text, count) =>
        void copy(text, { tone: 'success', title: `${formatCount(count, 'row')} copied` })
      }
      isStale={isPlaceholderData}
    />
  )
}
