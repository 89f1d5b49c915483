import { useNavigate } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { DataTable } from '#client/platform/ui/data-table/data-table.tsx'
import type { RowMenu as RowMenuOf } from '#client/platform/ui/data-table/use-row-menu.tsx'
import { later } from '#client/platform/ui/states/later.tsx'
import type { RowKey } from '#client/platform/ui/data-table/table-keys.ts'
import { useWriteNote } from '#client/records/notes/use-write-note.ts'
import { useCopy } from '#client/platform/ui/overlays/use-copy.ts'
import { rowChanges, studentColumns } from '../cells/columns.tsx'
import type { ListLayout } from '../state/use-list-layout.ts'
import type { ListState } from '../state/use-list-state.ts'
import { useStudentPreview, type StudentPreview } from '../panel/use-student-preview.ts'
import type { ListRows } from '../state/use-student-rows.ts'

// Not part of the list's first load.
const RowMenu = later(async () => (await import('./row-menu.tsx')).RowMenu)
const PreviewPanel = later(async () => (await import('../panel/preview-panel.tsx')).PreviewPanel)

interface StudentTableProps {
  periodId: number
  rows: ListRows
  state: ListState
  arranged: ListLayout
  fresh: ReadonlySet<number>
  /** Shown instead of rows. */
  empty: ReactNode
}

const rowLabel = (row: StudentListRow): string => row.student_name ?? ''

/** Renders the table of students and the preview panel: a press on a row previews it, the name or Enter opens it. */
export const StudentTable = (props: StudentTableProps) => {
  const { periodId, rows, state, arranged, fresh, empty } = props
  const preview = useStudentPreview(rows.source)
  const copy = useCopy()
  const writeNote = useWriteNote()
  const onOpen = useOpenStudent()
  // the query, not the URL: while the user leaves the list, it's still the same list
  const scrollKey = JSON.stringify([periodId, rows.meta?.current_page ?? null, state.query])
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
        onPress={preview.open}
        shownBeside={preview.row?.id ?? null}
        onPlace={(row) => preview.row && preview.open(row)}
        rowKeys={rowKeysOf(preview, writeNote)}
        rowMenu={rowMenuOf(preview.open, state.controls.onFilter, (text) => void copy(text))}
        onCopy={(text, count) =>
          void copy(text, { tone: 'success', title: `${formatCount(count, 'row')} copied` })
        }
        search={state.query.q}
        isStale={rows.isStale}
        fresh={fresh}
        empty={empty}
      />
      {preview.row && <PreviewPanel preview={preview} row={preview.row} total={rows.total ?? 0} />}
    </div>
  )
}

const rowMenuOf =
  (
    onPreview: StudentPreview['open'],
    onFilter: ListState['controls']['onFilter'],
    onCopy: (text: string) => void,
  ): RowMenuOf<StudentListRow> =>
  (row, id, onEdit) => (
    <RowMenu
      row={row}
      column={studentColumns.find((column) => column.id === id)}
      {...{ onPreview, onFilter, onCopy, onEdit }}
    />
  )

const rowKeysOf = (
  preview: StudentPreview,
  writeNote: ReturnType<typeof useWriteNote>,
): readonly RowKey<StudentListRow>[] => [
  {
    keys: ['p'],
    label: 'Open or close the student’s panel',
    act: (row) => {
      if (preview.row) preview.close()
      else if (row) preview.open(row)
      return preview.row !== null || row !== undefined
    },
  },
  {
    keys: ['Escape'],
    label: 'Close the panel',
    act: () => {
      preview.close()
      return preview.row !== null
    },
  },
  {
    keys: ['s'],
    label: 'Change a status',
    act: (row, openMenu) => {
      if (row) openMenu(rowChanges(row))
      return row !== undefined
    },
  },
  {
    keys: ['n'],
    label: 'Write a note about the student',
    act: (row) => {
      if (row) writeNote(row.student_id, row.student_name ?? 'the student')
      return row !== undefined
    },
  },
]

const useOpenStudent = () => {
  const navigate = useNavigate()
  return useCallback(
    (row: StudentListRow) =>
      void navigate({ to: '/student/$student', params: { student: String(row.student_id) } }),
    [navigate],
  )
}
