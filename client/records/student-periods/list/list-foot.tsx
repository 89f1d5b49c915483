import { formatCount } from '#client/platform/lib/format.ts'
import type { TableControls } from '#client/platform/ui/data-table/types.ts'
import { later } from '#client/platform/ui/states/later.tsx'
import type { ListState } from '../state/use-list-state.ts'
import type { ListRows } from '../state/use-student-rows.ts'
import { Printer } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { requestedColumns } from '../cells/columns.tsx'
import type { ListQuery } from '../state/list-query.ts'

// Not part of the list's first load: most lists are scrolled.
const Pager = later(
  async () => (await import('#client/platform/ui/data-table/pager.tsx')).Pager,
  <div className="min-h-9 shrink-0" />,
)

interface ListFootProps {
  periodId: number
  rows: ListRows
  state: ListState
  /** The visible columns. */
  shown: readonly string[]
  /** What follows the sort order. */
  children: ReactNode
}

/** Renders the list's footer: the count, the sort order, the pages if there are any, and the print button. */
export const ListFoot = ({ periodId, rows, state, shown, children }: ListFootProps) =>
  rows.meta ? (
    <Pager
      meta={rows.meta}
      noun="student"
      aside={
        <>
          <SortText controls={state.controls} />
          {children}
        </>
      }
      onPage={state.onPage}
      onPerPage={state.onPerPage}
    />
  ) : (
    <footer className="flex min-h-9 shrink-0 items-center gap-4 border-t border-line px-4 py-1 text-label text-ink-2">
      <span className="tabular" aria-live="polite">
        {rows.total !== undefined && formatCount(rows.total, 'student')}
      </span>
      <SortText controls={state.controls} />
      {children}
      <span ref={keepClear} className="ml-auto">
        <PrintButton periodId={periodId} query={state.query} shown={shown} total={rows.total ?? 0} />
      </span>
    </footer>
  )

const SortText = ({ controls }: { controls: TableControls }) => {
  const words = controls.sort.map(({ field, descending }) => {
    const label = controls.filterColumns.find(({ id }) => id === field)?.label ?? field
    return `${label} ${descending ? '↓' : '↑'}`
  })
  return <>Sorted by {words.length === 0 ? 'Student ↑' : words.join(', ')}</>
}

// Not part of the list's first load.
const PrintSheet = later(async () => (await import('../export/print-sheet.tsx')).PrintSheet)

interface PrintButtonProps {
  periodId: number
  query: ListQuery
  /** The visible columns. */
  shown: readonly string[]
  total: number
}

/** Renders the button that prints the list: its rows, columns and order. */
const PrintButton = ({ periodId, query, shown, total }: PrintButtonProps) => {
  const [isPrinting, setPrinting] = useState(false)
  const onDone = useCallback(() => setPrinting(false), [])
  return (
    <>
      <Button size="sm" variant="ghost" icon={Printer} busy={isPrinting} onClick={() => setPrinting(true)}>
        Print
      </Button>
      {isPrinting && (
        <PrintSheet
          ask={{ periodId, query, columns: requestedColumns(shown) }}
          shown={shown}
          title={document.title.replace(' · Shipmate', '')}
          total={total}
          onDone={onDone}
        />
      )}
    </>
  )
}
