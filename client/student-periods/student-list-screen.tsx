import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { Coverage } from '#contract/coverage/choices.ts'
import { readTableSearch } from '#client/lib/table-search.ts'
import { usePhone } from '#client/lib/use-media.ts'
import { useStatusCounts } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { CoverageBar } from './coverage-bar.tsx'
import { ExportButton } from './export-button.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListHeader } from './list-header.tsx'
import { ListFailure } from './list-states.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { countsOf } from './status-counts.tsx'
import { StudentRows } from './student-rows.tsx'
import { useListLayout } from './use-list-layout.ts'
import { useLiveList } from './use-live-list.ts'
import { useListState } from './use-list-state.ts'
import { useStudentRows } from './use-student-rows.ts'

const StudentListScreen = () => {
  const { school, period } = Route.useParams()
  const [schoolId, periodId] = [Number(school), Number(period)]
  const search = Route.useSearch()
  const isPhone = usePhone()
  const state = useListState(search)
  const arranged = useListLayout()
  const rows = useStudentRows({ periodId, search, filters: state.filters, arranged, isPhone })
  const [coverage, setCoverage] = useState<Coverage>('medical')
  const fresh = useLiveList(periodId)
  const quantities = useStatusCounts(periodId, coverage)
  const isNarrowed = Object.keys(state.filters).length > 0 || search.q !== undefined
  const counts = quantities.data ? countsOf(quantities.data) : null
  const exporting = <ExportButton {...{ periodId, state, arranged }} total={rows.total} search={search.q} />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ListHeader schoolId={schoolId} periodId={periodId} total={rows.total} more={exporting}>
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
        <StudentRows {...{ rows, state, arranged, isNarrowed, schoolId, periodId, isPhone, fresh }} />
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

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period')({
  validateSearch: readTableSearch,
  component: StudentListScreen,
})
