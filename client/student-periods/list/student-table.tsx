import { useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, type ReactNode, type RefObject } from 'react'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import { formatCount } from '#client/lib/format.ts'
import { DataTable } from '#client/ui/data-table/data-table.tsx'
import type { RowMenu as RowMenuOf } from '#client/ui/data-table/use-row-menu.tsx'
import { later } from '#client/ui/later.ts'
import { useCopy } from '#client/ui/overlays/use-copy.ts'
import { studentColumns } from '../cells/columns.tsx'
import { RowMenu } from './row-menu.tsx'
import type { ListLayout } from '../state/use-list-layout.ts'
import type { ListState } from '../state/use-list-state.ts'
import { usePeek, type Peek } from '../panel/use-peek.ts'
import type { ListRows } from '../state/use-student-rows.ts'

// Not part of the first load of the list.
const PeekPanel = later(async () => (await import('../panel/peek-panel.tsx')).PeekPanel)

interface StudentTableProps {
  periodId: number
  rows: ListRows
  state: ListState
  arranged: ListLayout
  fresh: ReadonlySet<number>
  /** Instead of rows. */
  empty: ReactNode
  /** Where / leads. */
  searchRef: RefObject<HTMLInputElement | null>
}

const rowLabel = (row: StudentListRow): string => row.student_name ?? ''

/** The table of students, and beside it whoever is looked at: a press on a row looks, the name or Enter opens. */
export const StudentTable = (props: StudentTableProps) => {
  const { periodId, rows, state, arranged, fresh, empty, searchRef } = props
  const peek = usePeek(rows.source)
  const copy = useCopy()
  const onOpen = useOpenStudent()
  // what is asked, and not the address: while the list is being left it is still the same list
  const scrollKey = JSON.stringify([periodId, rows.meta?.current_page ?? null, state.question])
  return (
    <div className="relative flex min-h-0 flex-1">
      <DataTable
        label="Students"
        columns={studentColumns}
        layout={arranged.layout}
        onLayout={arranged.onLayout}
        source={rows.source}
        total={rows.total ?? 0}
        first={rows.first}
        isPaged={rows.meta !== undefined}
        scrollKey={scrollKey}
        controls={state.controls}
        selection={state.selection}
        onSelect={state.setSelection}
        rowLabel={rowLabel}
        onOpen={onOpen}
        onPress={peek.open}
        shownBeside={peek.row?.id ?? null}
        onPlace={(row) => peek.row && peek.open(row)}
        onKey={(key, row) => pressSearch(searchRef, key) || pressPeek(peek, key, row)}
        rowMenu={rowMenuOf(peek.open, state.controls.onFilter, (text) => void copy(text))}
        onCopy={(text, count) =>
          void copy(text, { tone: 'success', title: `${formatCount(count, 'row')} copied` })
        }
        isStale={rows.isStale}
        fresh={fresh}
        empty={empty}
      />
      {peek.row && (
        <Suspense fallback={null}>
          <PeekPanel peek={peek} row={peek.row} total={rows.total ?? 0} />
        </Suspense>
      )}
    </div>
  )
}

/** / leads to the search. */
const pressSearch = ({ current }: StudentTableProps['searchRef'], key: string): boolean => {
  if (key !== '/' || !current) return false
  current.focus()
  return true
}

const rowMenuOf =
  (
    onPeek: Peek['open'],
    onFilter: ListState['controls']['onFilter'],
    onCopy: (text: string) => void,
  ): RowMenuOf<StudentListRow> =>
  (row, id, onEdit) => (
    <RowMenu
      row={row}
      column={studentColumns.find((column) => column.id === id)}
      {...{ onPeek, onFilter, onCopy, onEdit }}
    />
  )

/** P looks at a row beside the list and away again, Escape looks away. */
const pressPeek = (peek: Peek, key: string, row: StudentListRow | undefined): boolean => {
  if (peek.row && (key === 'Escape' || key === 'p')) peek.close()
  else if (key === 'p' && row) peek.open(row)
  else return false
  return true
}

const useOpenStudent = () => {
  const navigate = useNavigate()
  return useCallback(
    (row: StudentListRow) =>
      void navigate({ to: '/student/$student', params: { student: String(row.student_id) } }),
    [navigate],
  )
}
