import { createFileRoute } from '@tanstack/react-router'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { useLeftList } from './state/left-list.ts'
import { useLeftRows } from './state/left-rows.ts'
import { readListSearch } from './state/list-search.ts'
import { isStartArriving, onStartArrived } from '#client/platform/lib/ahead.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { useMedia, usePhone } from '#client/platform/lib/use-media.ts'
import { BrokenState } from '#client/platform/ui/states/broken-state.tsx'
import { countSelected } from '#client/platform/ui/data-table/selection.ts'
import { useIsDue } from '#client/platform/ui/states/first-screen.ts'
import { later } from '#client/platform/ui/states/later.tsx'
import { RefusedState } from '#client/platform/ui/states/refused-state.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { useStatusCounts } from './state/api.ts'
import { ExportButton } from './export/export-button.tsx'
import { ListFoot } from './list/list-foot.tsx'
import { CoverageBar, ListHeader, ListActions } from './list/list-header.tsx'
import { ListToolbar } from './list/list-toolbar.tsx'
import { type ListView, useListViews, type ListViews } from './state/list-views.ts'
import { firstCoverage, usualPerPage } from './state/list-asks.ts'
import { everyone } from './state/list-query.ts'
import { countsOf, StatusCounts } from './list/status-counts.tsx'
import { StudentTable } from './list/student-table.tsx'
import { useListLayout, type GivenLayout, type ListLayout } from './state/use-list-layout.ts'
import { useListState, type ListState } from './state/use-list-state.ts'
import { useLiveList } from './state/use-live-list.ts'
import { useStudentRows, type ListRows } from './state/use-student-rows.ts'

// Not part of the list's first load.
const BulkActions = later(async () => (await import('./bulk/bulk-actions.tsx')).BulkActions)
const StudentCards = later(
  async () => (await import('./list/student-cards.tsx')).StudentCards,
  <SkeletonRows />,
)
const ListEmpty = later(async () => (await import('./list/list-empty.tsx')).ListEmpty)

/** Renders the list once, with its rows, if they were asked for ahead. */
const StudentListScreen = () =>
  useSyncExternalStore(onStartArrived, isStartArriving) ? <SkeletonRows /> : <StudentList />

const StudentList = () => {
  const { school, period } = Route.useParams()
  const [schoolId, periodId] = [Number(school), Number(period)]
  const search = Route.useSearch()
  useLeftList(periodId, search)
  const isPhone = usePhone()
  const views = useListViews(schoolId, periodId, search.view)
  const state = useListState(search, views.open, periodId)
  const { query } = state
  const arranged = useListLayout(periodId, linkedLayout(state, views.open))
  const isKnown = views.state !== 'loading'
  const { page = 1, size: perPage = usualPerPage } = search
  const rows = useStudentRows({ periodId, query, page, perPage, arranged, isPhone, isKnown })
  useLeftRows(rows.request)
  const fresh = useLiveList(periodId)
  const isFolded = useMedia('(min-width: 1400px)')
  const { counts, covered } = useCounts({ schoolId, periodId, state, isKnown })
  const actions = (
    <ListActions {...{ schoolId, periodId }}>
      <ExportButton {...{ periodId, state, arranged }} total={rows.total} />
    </ListActions>
  )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ListHeader {...{ schoolId, periodId, isPhone, isFolded, actions }} total={rows.total}>
        {isFolded ? counts : covered}
      </ListHeader>
      <ListToolbar
        {...{ views, state, arranged, schoolId, isPhone, isFolded }}
        statusCounts={isFolded ? null : counts}
      />
      {rows.error ? (
        <ListFailure error={rows.error} onRetry={rows.refetch} />
      ) : (
        <StudentRows {...{ rows, state, views, arranged, schoolId, periodId, isPhone, fresh }} />
      )}
      <Foot
        {...{ periodId, rows, state, arranged }}
        aside={isFolded && covered}
        actions={isPhone ? actions : null}
      />
      <Bulk {...{ periodId, state }} total={rows.total ?? 0} />
    </div>
  )
}

interface BulkProps {
  periodId: number
  state: ListState
  total: number
}

/** Renders the bar of the selection, once there is one. */
const Bulk = ({ periodId, state: { query, selection, setSelection }, total }: BulkProps) => {
  const isDue = useIsDue(countSelected(selection, total) > 0)
  return (
    isDue && (
      <BulkActions
        period={periodId}
        query={query}
        total={total}
        selection={selection}
        onSelect={setSelection}
      />
    )
  )
}

interface FootProps {
  periodId: number
  rows: ListRows
  state: ListState
  arranged: ListLayout
  aside: ReactNode
  /** The list’s actions on a phone, under the thumb. */
  actions: ReactNode
}

const Foot = ({ arranged, aside, actions, ...foot }: FootProps) => (
  <>
    <ListFoot {...foot} shown={arranged.layout.shown}>
      {aside}
    </ListFoot>
    {actions && (
      <div className="flex shrink-0 items-center justify-end gap-2 border-t border-line px-3 py-2 max-[22.5rem]:[&_svg]:hidden">
        {actions}
      </div>
    )}
  </>
)

interface CountsOptions {
  schoolId: number
  periodId: number
  state: ListState
  /** Whether the query is known: a view may have to load first. */
  isKnown: boolean
}

/** Returns the counts by status, and how many of the whole policy year are covered, of a coverage type. */
const useCounts = ({ schoolId, periodId, state, isKnown }: CountsOptions) => {
  const { query, searchWith } = state
  const [coverage, setCoverage] = useState<Coverage>(firstCoverage)
  const whole = useStatusCounts(periodId, coverage, everyone)
  const narrowed = useStatusCounts(periodId, coverage, query, isKnown)
  const covered = whole.data && (
    <CoverageBar {...{ schoolId, periodId, coverage }} counts={countsOf(whole.data)} />
  )
  const counts = (
    <StatusCounts
      {...{ coverage, searchWith }}
      onCoverage={setCoverage}
      counts={narrowed.data ? countsOf(narrowed.data) : null}
      filters={query.filters}
    />
  )
  return { counts, covered }
}

/** A layout in a link or a view applies instead of the user's own. */
const linkedLayout = ({ layout, onLayout }: ListState, view: ListView): GivenLayout | null => {
  const stored = layout ?? view.columns
  return stored && { stored, onChange: onLayout }
}

interface StudentRowsProps {
  rows: ListRows
  state: ListState
  arranged: ListLayout
  views: ListViews
  schoolId: number
  periodId: number
  isPhone: boolean
  fresh: ReadonlySet<number>
}

/** Renders the students: a table, or cards on a phone. */
const StudentRows = (props: StudentRowsProps) => {
  const { rows, state, views, arranged, schoolId, periodId, isPhone, fresh } = props
  const empty = <ListEmpty {...{ state, views, schoolId, periodId }} />
  if (!isPhone && !arranged.isReady) return <SkeletonRows />
  return isPhone ? (
    <StudentCards
      source={rows.source}
      selection={state.selection}
      onSelect={state.setSelection}
      empty={empty}
    />
  ) : (
    <StudentTable
      periodId={periodId}
      rows={rows}
      state={state}
      arranged={arranged}
      fresh={fresh}
      empty={empty}
    />
  )
}

/** Renders a list that couldn't be loaded: no access, or a failure. */
const ListFailure = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) =>
  error.kind === 'not-found' || error.kind === 'forbidden' ? (
    <RefusedState title="Policy year not found">
      It doesn’t exist, or you don’t have access to its school.
    </RefusedState>
  ) : (
    <BrokenState onRetry={onRetry} reference={error.requestId} />
  )

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period')({
  validateSearch: screenSearch(readListSearch),
  component: StudentListScreen,
})
