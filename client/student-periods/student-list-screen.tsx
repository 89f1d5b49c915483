import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Coverage } from '#contract/coverage/choices.ts'
import { useLeftList } from '#client/common/left-list.ts'
import { usePhone } from '#client/lib/use-media.ts'
import { useStatusCounts } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { CoverageBar } from './coverage-bar.tsx'
import { ExportButton } from './export-button.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListHeader } from './list-header.tsx'
import { ListFailure } from './list-states.tsx'
import { readListSearch } from '#client/common/list-search.ts'
import { ListToolbar } from './list-toolbar.tsx'
import type { ListView } from './list-views.ts'
import { everybody } from './question.ts'
import { countsOf } from './status-counts.tsx'
import { StudentRows } from './student-rows.tsx'
import { useListLayout, type GivenLayout } from './use-list-layout.ts'
import { useLiveList } from './use-live-list.ts'
import { useListState, type ListState } from './use-list-state.ts'
import { useListViews } from './use-list-views.ts'
import { useStudentRows } from './use-student-rows.ts'

const StudentListScreen = () => {
  const { school, period } = Route.useParams()
  const [schoolId, periodId] = [Number(school), Number(period)]
  const search = Route.useSearch()
  useLeftList(periodId, search)
  const isPhone = usePhone()
  const views = useListViews(schoolId, periodId, search.view)
  const state = useListState(search, views.open, periodId)
  const { question } = state
  const arranged = useListLayout(periodId, givenLayout(state, views.open))
  const isKnown = views.state !== 'loading'
  const { page = 1, size: perPage = 50 } = search
  const rows = useStudentRows({ periodId, question, page, perPage, arranged, isPhone, isKnown })
  const [coverage, setCoverage] = useState<Coverage>('medical')
  const fresh = useLiveList(periodId)
  const searchRef = useRef<HTMLInputElement>(null)
  const whole = useStatusCounts(periodId, coverage, everybody)
  const narrowed = useStatusCounts(periodId, coverage, question, isKnown)
  const exporting = <ExportButton {...{ periodId, state, arranged }} total={rows.total} />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ListHeader schoolId={schoolId} periodId={periodId} total={rows.total} more={exporting}>
        {whole.data && <CoverageBar {...{ schoolId, periodId, coverage }} counts={countsOf(whole.data)} />}
      </ListHeader>
      <ListToolbar
        {...{ views, state, arranged, schoolId, isPhone, searchRef, coverage }}
        onCoverage={setCoverage}
        counts={narrowed.data ? countsOf(narrowed.data) : null}
      />
      {rows.error ? (
        <ListFailure error={rows.error} onRetry={rows.refetch} />
      ) : (
        <StudentRows {...{ rows, state, views, arranged, schoolId, periodId, isPhone, fresh, searchRef }} />
      )}
      <ListFoot {...{ periodId, rows, state }} shown={arranged.layout.shown} />
      <BulkActions
        period={periodId}
        question={question}
        total={rows.total ?? 0}
        selection={state.selection}
        onSelect={state.setSelection}
      />
    </div>
  )
}

/** Where a link or a view says how the table stands, it holds instead of the person's own. */
const givenLayout = ({ layout, onLayout }: ListState, view: ListView): GivenLayout | null => {
  const stored = layout ?? view.columns
  return stored && { stored, onChange: onLayout }
}

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period')({
  validateSearch: readListSearch,
  component: StudentListScreen,
})
