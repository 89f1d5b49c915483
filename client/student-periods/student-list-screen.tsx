import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { SearchX, Upload, UserPlus, Users } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Coverage } from '#contract/coverage/choices.ts'
import { listSchoolPeriods, getSchool } from '#contract/schools/endpoints.ts'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import { AddStudentDialog } from '#client/common/add-student-dialog.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { readTableSearch } from '#client/lib/table-search.ts'
import { usePhone } from '#client/lib/use-media.ts'
import { BrokenState } from '#client/ui/broken-state.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table/data-table.tsx'
import { FilterChips } from '#client/ui/data-table/filter-chips.tsx'
import { Pager } from '#client/ui/data-table/pager.tsx'
import { useDialogHost } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RefusedState } from '#client/ui/refused-state.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { useStatusCounts, useStudentList } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { studentColumns } from './columns.tsx'
import { CoverageBar } from './coverage-bar.tsx'
import { FilterButton } from './filter-button.tsx'
import { SortWords } from './sort-words.tsx'
import { countsOf, StatusCounts } from './status-counts.tsx'
import { StudentCards } from './student-cards.tsx'
import { useListState, useTypedSearch } from './use-list-state.ts'

const rowLabel = (row: StudentListRow): string => row.student_name ?? ''

const StudentListScreen = () => {
  const { school, period } = Route.useParams()
  const [schoolId, periodId] = [Number(school), Number(period)]
  const search = Route.useSearch()
  const state = useListState(search)
  const list = useStudentList(periodId, search, state.filters)
  const [coverage, setCoverage] = useState<Coverage>('medical')
  const quantities = useStatusCounts(periodId, coverage)
  const counts = quantities.data ? countsOf(quantities.data) : null
  const [typed, setTyped] = useTypedSearch(search.q ?? '', state.onSearch)
  const isPhone = usePhone()
  const navigate = useNavigate()
  const open = useCallback(
    (row: StudentListRow) =>
      void navigate({ to: '/student/$student', params: { student: String(row.student_id) } }),
    [navigate],
  )
  const isFiltered = Object.keys(state.filters).length > 0 || (search.q ?? '') !== ''
  const empty = isFiltered ? (
    <NothingFound onClear={state.onClear} />
  ) : (
    <NobodyYet schoolId={schoolId} periodId={periodId} />
  )
  const failure = list.error
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ListHeader schoolId={schoolId} periodId={periodId} total={list.data?.meta.total}>
        {counts && <CoverageBar coverage={coverage} counts={counts} />}
      </ListHeader>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 md:flex-nowrap">
        <StatusCounts
          coverage={coverage}
          onCoverage={setCoverage}
          counts={counts}
          filters={state.filters}
          onFilter={state.controls.onFilter}
        />
        <div className="flex items-center gap-2 max-md:w-full">
          <SearchInput
            value={typed}
            onChange={setTyped}
            placeholder="Search name, ID, e-mail"
            className="w-56 max-md:w-auto max-md:flex-1"
          />
          <FilterButton controls={state.controls} />
        </div>
      </div>
      <FilterChips controls={state.controls} search={search.q ?? ''} onClear={state.onClear} />
      {failure && !list.data ? (
        failure.kind === 'not-found' || failure.kind === 'forbidden' ? (
          <RefusedState title="This policy year is not here">
            It does not exist, or it belongs to a school that is not yours.
          </RefusedState>
        ) : (
          <BrokenState onRetry={() => void list.refetch()} reference={failure.requestId} />
        )
      ) : isPhone ? (
        <StudentCards
          rows={list.data?.data}
          selection={state.selection}
          onSelect={state.setSelection}
          empty={empty}
        />
      ) : (
        <DataTable
          label="Students"
          columns={studentColumns}
          rows={list.data?.data}
          total={list.data?.meta.total ?? 0}
          first={(list.data?.meta.from ?? 1) - 1}
          controls={state.controls}
          selection={state.selection}
          onSelect={state.setSelection}
          rowLabel={rowLabel}
          onOpen={open}
          isStale={list.isPlaceholderData}
          empty={empty}
        />
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
        total={list.data?.meta.total ?? 0}
        selection={state.selection}
        onSelect={state.setSelection}
      />
    </div>
  )
}

interface PlaceProps {
  schoolId: number
  periodId: number
}

const ListHeader = ({
  schoolId,
  periodId,
  total,
  children,
}: PlaceProps & { total: number | undefined; children: React.ReactNode }) => {
  const openDialog = useDialogHost()
  const schoolAsk = useAsk(getSchool, { params: { id: schoolId } }, { staleTime: 300_000 })
  const periods = useAsk(listSchoolPeriods, { params: { id: schoolId } }, { staleTime: 60_000 })
  const period = periods.data?.find(({ id }) => id === periodId)
  const place = { school: String(schoolId), period: String(periodId) }
  return (
    <PageHeader
      title="Students"
      documentTitle={period ? `Students ${period.name}` : 'Students'}
      count={total === undefined ? undefined : formatNumber(total)}
      breadcrumb={[
        { key: 'school', link: <span className="truncate">{schoolAsk.data?.name ?? ''}</span> },
        { key: 'period', link: <span className="truncate">{period?.name ?? ''}</span> },
      ]}
      aside={children}
      actions={
        <>
          <LinkButton to="/schools/$school/period/$period/import" params={place} icon={Upload}>
            Import
          </LinkButton>
          <Button
            variant="primary"
            icon={UserPlus}
            onClick={() => openDialog(AddStudentDialog, { props: { schoolId, periodId } })}
          >
            Add student
          </Button>
        </>
      }
    />
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title="No student matches"
    compact
    actions={<Button onClick={onClear}>Clear all filters</Button>}
  >
    Nobody in this policy year fits the search and the filters together.
  </EmptyState>
)

const NobodyYet = ({ schoolId, periodId }: PlaceProps) => (
  <EmptyState
    icon={Users}
    title="No students in this policy year yet"
    actions={
      <Link
        to="/schools/$school/period/$period/import"
        params={{ school: String(schoolId), period: String(periodId) }}
        className="font-medium text-accent-text"
      >
        Import a roster
      </Link>
    }
  >
    Here you see who is enrolled, who waived, and what waits. Load the registrar’s roster to begin.
  </EmptyState>
)

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period')({
  validateSearch: readTableSearch,
  component: StudentListScreen,
})
