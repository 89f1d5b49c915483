import { createFileRoute } from '@tanstack/react-router'
import { Building2, Plus } from 'lucide-react'
import { FailedState } from '#client/common/failed-state.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { readTableSearch } from '#client/lib/table-search.ts'
import { Button } from '#client/ui/button.tsx'
import { useDialogHost } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { NewSchoolDialog } from './new-school-dialog.tsx'
import { SchoolCards } from './school-cards.tsx'
import { SchoolsFoot } from './schools-foot.tsx'
import { SchoolsSkeleton } from './schools-skeleton.tsx'
import { SchoolsTable } from './schools-table.tsx'
import { useSchools, useSchoolSearch } from './use-schools.ts'

const Screen = () => {
  const openDialog = useDialogHost()
  const search = useSchoolSearch(Route.useSearch(), Route.useNavigate())
  const { data, error, isPlaceholderData, refetch } = useSchools(search.asked)
  const addSchool = () => openDialog(NewSchoolDialog, { props: {} })
  return (
    <>
      <PageHeader
        title="Schools"
        {...(data ? { count: formatNumber(data.meta.total) } : {})}
        actions={
          <Button variant="primary" icon={Plus} onClick={addSchool}>
            New school
          </Button>
        }
      />
      <div className="flex min-h-11 shrink-0 items-center justify-end border-b border-line px-4 py-1.5">
        <SearchInput
          value={search.typed}
          onChange={search.setTyped}
          placeholder="Search schools"
          className="w-full md:w-64"
        />
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData} className="flex min-h-0 flex-1 flex-col">
          <Found {...{ data, search, addSchool }} />
        </div>
      ) : error ? (
        <FailedState
          error={error}
          what="The schools"
          who="Only Shipmate Admins see every school."
          onRetry={() => void refetch()}
        />
      ) : (
        <SchoolsSkeleton />
      )}
    </>
  )
}

interface FoundProps {
  data: NonNullable<ReturnType<typeof useSchools>['data']>
  search: ReturnType<typeof useSchoolSearch>
  addSchool: () => void
}

const Found = ({ data, search, addSchool }: FoundProps) => {
  const { data: schools, meta } = data
  if (schools.length === 0) return <Nothing search={search} addSchool={addSchool} />
  return (
    <>
      <SchoolsTable schools={schools} sort={search.sort} onSort={search.sortBy} />
      <SchoolCards schools={schools} />
      <SchoolsFoot meta={meta} onPage={search.toPage} />
    </>
  )
}

const Nothing = ({ search, addSchool }: Pick<FoundProps, 'search' | 'addSchool'>) =>
  search.asked.q === undefined ? (
    <EmptyState
      icon={Building2}
      title="No schools yet"
      actions={
        <Button variant="primary" icon={Plus} onClick={addSchool}>
          New school
        </Button>
      }
    >
      Every university whose plan you administer stands here, with its students and the work that waits.
    </EmptyState>
  ) : (
    <EmptyState
      compact
      icon={Building2}
      title={`No school matches “${search.asked.q}”`}
      actions={<Button onClick={() => search.setTyped('')}>Show all schools</Button>}
    />
  )

export const Route = createFileRoute('/_signed-in/_admin/')({
  validateSearch: readTableSearch,
  component: Screen,
})
