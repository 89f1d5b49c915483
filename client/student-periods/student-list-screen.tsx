import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { Coverage } from '#contract/coverage/choices.ts'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import { readTableSearch, type TableSearch } from '#client/lib/table-search.ts'
import { usePhone } from '#client/lib/use-media.ts'
import { DataTable } from '#client/ui/data-table/data-table.tsx'
import { Pager } from '#client/ui/data-table/pager.tsx'
import { useStatusCounts, useStudentList } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { studentColumns } from './columns.tsx'
import { CoverageBar } from './coverage-bar.tsx'
import { ListHeader } from './list-header.tsx'
import { ListFailure, NobodyYet, NothingFound } from './list-states.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { SortWords } from './sort-words.tsx'
import { countsOf } from './status-counts.tsx'
import { StudentCards } from './student-cards.tsx'
import { useListState, type ListState } from './use-list-state.ts'

const StudentListScreen = () => {
  const { school, period } = Route.useParams()
  const [schoolId, periodId] = [Number(school), Number(period)]
  const search = Route.useSearch()
  const state = useListState(search)
  const list = useStudentList(periodId, search, state.filters)
  const [coverage, setCoverage] = useState<Coverage>('medical')
  const quantities = useStatusCounts(periodId, coverage)
  const counts = quantities.data ? countsOf(quantities.data) : null
  const total = list.data?.meta.total
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ListHeader schoolId={schoolId} periodId={periodId} total={total}>
        {counts && <CoverageBar coverage={coverage} counts={counts} />}
      </ListHeader>
      <ListToolbar
        state={state}
        search={search.q ?? ''}
        coverage={coverage}
        onCoverage={setCoverage}
        counts={counts}
      />
      {list.error && !list.data ? (
        <ListFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Rows list={list} state={state} search={search} schoolId={schoolId} periodId={periodId} />
      )}
      <Pager
        meta={list.data?.meta}
        noun="student"
        aside={<SortWords controls={state.controls} />}
        onPage={state.onPage}
        onPerPage={state.onPerPage}
      />
      <BulkActions
        period={periodId}
        filters={state.filters}
        search={search.q}
        total={total ?? 0}
        selection={state.selection}
        onSelect={state.setSelection}
      />
    </div>
  )
}

interface RowsProps {
  list: ReturnType<typeof useStudentList>
  state: ListState
  search: TableSearch
  schoolId: number
  periodId: number
}

const rowLabel = (row: StudentListRow): string => row.student_name ?? ''

/** The students: a table, or cards on a phone. */
const Rows = ({ list, state, search, schoolId, periodId }: RowsProps) => {
  const navigate = useNavigate()
  const open = useCallback(
    (row: StudentListRow) =>
      void navigate({ to: '/student/$student', params: { student: String(row.student_id) } }),
    [navigate],
  )
  const isFiltered = Object.keys(state.filters).length > 0 || search.q !== undefined
  const shared = {
    rows: list.data?.data,
    selection: state.selection,
    onSelect: state.setSelection,
    empty: isFiltered ? (
      <NothingFound onClear={state.onClear} />
    ) : (
      <NobodyYet schoolId={schoolId} periodId={periodId} />
    ),
  }
  if (usePhone()) return <StudentCards {...shared} />
  return (
    <DataTable
      {...shared}
      label="Students"
      columns={studentColumns}
      total={list.data?.meta.total ?? 0}
      first={(list.data?.meta.from ?? 1) - 1}
      controls={state.controls}
      rowLabel={rowLabel}
      onOpen={open}
      isStale={list.isPlaceholderData}
    />
  )
}

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period')({
  validateSearch: readTableSearch,
  component: StudentListScreen,
})
