import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import { formatCount } from '#client/lib/format.ts'
import type { TableSearch } from '#client/lib/table-search.ts'
import { DataTable } from '#client/ui/data-table/data-table.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { studentColumns } from './columns.tsx'
import { NobodyYet, NothingFound } from './list-states.tsx'
import { StudentCards } from './student-cards.tsx'
import type { ListLayout } from './use-list-layout.ts'
import type { ListState } from './use-list-state.ts'
import type { ListRows } from './use-student-rows.ts'

interface StudentRowsProps {
  rows: ListRows
  state: ListState
  arranged: ListLayout
  search: TableSearch
  schoolId: number
  periodId: number
  isPhone: boolean
  fresh: ReadonlySet<number>
}

const rowLabel = (row: StudentListRow): string => row.student_name ?? ''

/** The students: a table, or cards on a phone. */
export const StudentRows = (props: StudentRowsProps) => {
  const { rows, state, arranged, search, schoolId, periodId, isPhone, fresh } = props
  const navigate = useNavigate()
  const toast = useToast()
  const scrollKey = useLocation({ select: ({ href }) => href })
  const open = useCallback(
    (row: StudentListRow) =>
      void navigate({ to: '/student/$student', params: { student: String(row.student_id) } }),
    [navigate],
  )
  const isFiltered = Object.keys(state.filters).length > 0 || search.q !== undefined
  const shared = {
    source: rows.source,
    selection: state.selection,
    onSelect: state.setSelection,
    empty: isFiltered ? (
      <NothingFound onClear={state.onClear} />
    ) : (
      <NobodyYet schoolId={schoolId} periodId={periodId} />
    ),
  }
  if (isPhone) return <StudentCards {...shared} />
  return (
    <DataTable
      {...shared}
      label="Students"
      columns={studentColumns}
      layout={arranged.layout}
      onLayout={arranged.onLayout}
      total={rows.total ?? 0}
      first={rows.first}
      isPaged={rows.meta !== undefined}
      scrollKey={scrollKey}
      controls={state.controls}
      rowLabel={rowLabel}
      onOpen={open}
      onPress={open}
      onCopied={(count) => toast.show({ title: `${formatCount(count, 'row')} copied`, tone: 'success' })}
      isStale={rows.isStale}
      fresh={fresh}
    />
  )
}
