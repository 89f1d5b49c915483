import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { Coverage } from '#contract/coverage/choices.ts'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import { formatCount } from '#client/lib/format.ts'
import { readTableSearch, type TableSearch } from '#client/lib/table-search.ts'
import { usePhone } from '#client/lib/use-media.ts'
import { DataTable } from '#client/ui/data-table/data-table.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { useStatusCounts } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { studentColumns } from './columns.tsx'
import { CoverageBar } from './coverage-bar.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListHeader } from './list-header.tsx'
import { ListFailure, NobodyYet, NothingFound } from './list-states.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { countsOf } from './status-counts.tsx'
import { StudentCards } from './student-cards.tsx'
import { useListLayout, type ListLayout } from './use-list-layout.ts'
import { useListState, type ListState } from './use-list-state.ts'
import { useStudentRows, type StudentRows } from './use-student-rows.ts'

const StudentListScreen = () => {
  const { school, period } = Route.useParams()
  const [schoolId, periodId] = [Number(school), Number(period)]
  const search = Route.useSearch()
  const isPhone = usePhone()
  const state = useListState(search)
  const arranged = useListLayout()
  const rows = useStudentRows({ periodId, search, filters: state.filters, arranged, isPhone })
  const [coverage, setCoverage] = useState<Coverage>('medical')
  const quantities = useStatusCounts(periodId, coverage)
  const counts = quantities.data ? countsOf(quantities.data) : null
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ListHeader schoolId={schoolId} periodId={periodId} total={rows.total}>
        {counts && <CoverageBar coverage={coverage} counts={counts} />}
      </ListHeader>
      <ListToolbar
        state={state}
        arranged={arranged}
        isPhone={isPhone}
        search={search.q ?? ''}
        coverage={coverage}
        onCoverage={setCoverage}
        counts={counts}
      />
      {rows.error ? (
        <ListFailure error={rows.error} onRetry={rows.refetch} />
      ) : (
        <Rows
          rows={rows}
          state={state}
          arranged={arranged}
          search={search}
          schoolId={schoolId}
          periodId={periodId}
          isPhone={isPhone}
        />
      )}
      <ListFoot rows={rows} state={state} />
      <BulkActions
        period={periodId}
        filters={state.filters}
        search={search.q}
        total={rows.total ?? 0}
        selection={state.selection}
        onSelect={state.setSelection}
      />
    </div>
  )
}

interface RowsProps {
  rows: StudentRows
  state: ListState
  arranged: ListLayout
  search: TableSearch
  schoolId: number
  periodId: number
  isPhone: boolean
}

const rowLabel = (row: StudentListRow): string => row.student_name ?? ''

/** The students: a table, or cards on a phone. */
const Rows = ({ rows, state, arranged, search, schoolId, periodId, isPhone }: RowsProps) => {
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
    />
  )
}

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period')({
  validateSearch: readTableSearch,
  component: StudentListScreen,
})
