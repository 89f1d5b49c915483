import { createFileRoute, Link } from '@tanstack/react-router'
import { Archive, Building2, ChevronLeft, ChevronRight, Plus, Settings } from 'lucide-react'
import { listArchivedSchools } from '#contract/setup/schools/endpoints.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { readTableSearch } from '#client/platform/lib/table-search.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { SchoolsTable } from './schools-table.tsx'
import { useSchools, useSchoolSearch } from './use-schools.ts'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import type { SchoolRow } from '#contract/setup/schools/shapes.ts'
import { SchoolMark } from '#client/platform/ui/text/avatar.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { NewFormsCount, ReviewCount } from './school-counts.tsx'
import { SchoolLink } from './school-link.tsx'

const Screen = () => {
  const openDialog = useDialogHost()
  const search = useSchoolSearch(Route.useSearch(), Route.useNavigate())
  const schools = useSchools(search.asked)
  const addSchool = () => openDialog(NewSchoolDialog, { props: {} })
  return (
    <>
      <PageHeader
        title="Schools"
        {...(schools.data ? { count: formatNumber(schools.data.meta.total) } : {})}
        actions={
          <Button variant="primary" icon={Plus} onClick={addSchool}>
            New school
          </Button>
        }
      />
      <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line px-4 py-1.5">
        <ArchivedButton />
        <SearchInput
          value={search.typed}
          onChange={search.setTyped}
          placeholder="Search schools"
          className="w-full md:ml-auto md:w-64"
        />
      </div>
      <Loaded
        of={schools}
        what="The schools"
        who="Only Shipmate Admins can see all schools."
        skeleton={<SchoolsSkeleton />}
      >
        {(data) => (
          <div aria-busy={schools.isPlaceholderData} className="flex min-h-0 flex-1 flex-col">
            <SchoolList {...{ data, search, addSchool }} />
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Renders the button to the archived schools, if there are any. */
const ArchivedButton = () => {
  const openDialog = useDialogHost()
  const { data: archived = [] } = useAsk(listArchivedSchools, {})
  if (archived.length === 0) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={Archive}
      onClick={() => openDialog(ArchivedDialog, { props: {} })}
    >
      Archived ({formatNumber(archived.length)})
    </Button>
  )
}

interface SchoolListProps {
  data: NonNullable<ReturnType<typeof useSchools>['data']>
  search: ReturnType<typeof useSchoolSearch>
  addSchool: () => void
}

const SchoolList = ({ data, search, addSchool }: SchoolListProps) => {
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

const Nothing = ({ search, addSchool }: Pick<SchoolListProps, 'search' | 'addSchool'>) =>
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
      The universities whose plans you administer appear here with their students and work to review.
    </EmptyState>
  ) : (
    <EmptyState
      compact
      icon={Building2}
      title={`No schools match “${search.asked.q}”`}
      actions={<Button onClick={() => search.setTyped('')}>Show all schools</Button>}
    />
  )

/** Renders the number of schools, and page buttons if there are several pages. */
const SchoolsFoot = ({ meta, onPage }: { meta: PageMeta; onPage: (page: number) => void }) => {
  const { current_page: page, last_page: last, total, from, to } = meta
  return (
    <footer className="tabular mt-auto flex min-h-9 shrink-0 items-center justify-between gap-4 border-t border-line px-4 text-label text-ink-2">
      <span>
        {last > 1
          ? `${formatNumber(from)}–${formatNumber(to)} of ${formatCount(total, 'school')}`
          : formatCount(total, 'school')}
      </span>
      {last > 1 && (
        <span className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            size="sm"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            icon={ChevronRight}
            label="Next page"
            size="sm"
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          />
        </span>
      )}
    </footer>
  )
}

/** Renders placeholders while the list loads. */
const SchoolsSkeleton = () => (
  <div aria-busy="true">
    <output className="sr-only">Loading schools</output>
    <div className="h-8.5 border-b border-line bg-sunken max-lg:hidden" />
    {[0, 1, 2, 3, 4].map((row) => (
      <div key={row} className="flex h-15 items-center gap-2.5 border-b border-line px-4 lg:h-9">
        <Skeleton className="size-5" />
        <Skeleton className={row % 2 === 0 ? 'h-3 w-44' : 'h-3 w-36'} />
        <span className="ml-auto hidden items-center gap-16 lg:flex">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 w-12" />
          <Skeleton className="h-4 w-12" />
        </span>
      </div>
    ))}
  </div>
)

/** Renders the schools as cards if the table doesn't fit: on a phone or a tablet. */
const SchoolCards = ({ schools }: { schools: readonly SchoolRow[] }) => (
  <ul aria-label="Schools" className="flex flex-col lg:hidden">
    {schools.map((school) => (
      <li
        key={school.id}
        className="relative flex items-start gap-3 border-b border-line px-4 py-3 active:bg-hover"
      >
        <SchoolMark name={school.name} logoUrl={school.logo_url} />
        <div className="min-w-0 flex-1">
          <SchoolLink school={school} className="font-medium after:absolute after:inset-0" />
          <p className="tabular text-ink-2">
            {school.latest_period_name === null
              ? 'No policy years yet'
              : `${school.latest_period_name} · ${formatCount(school.students, 'student')}`}
          </p>
          {school.waiting + school.unseen_submissions > 0 && (
            <p className="mt-1.5 flex flex-wrap gap-1.5">
              {school.waiting > 0 && <ReviewCount school={school} isLabeled />}
              {school.unseen_submissions > 0 && <NewFormsCount school={school} isLabeled />}
            </p>
          )}
        </div>
        <Link
          to="/schools/$id/settings"
          params={{ id: String(school.id) }}
          aria-label={`Settings for ${school.name}`}
          className="relative z-1 -my-1.5 -mr-2 grid size-10 shrink-0 place-items-center rounded-control text-ink-3"
        >
          <Settings size={16} aria-hidden />
        </Link>
      </li>
    ))}
  </ul>
)

export const Route = createFileRoute('/_signed-in/_admin/')({
  validateSearch: screenSearch(readTableSearch),
  component: Screen,
})

/**
 * Renders the dialog that creates a school, then opens its policy years, the next step. Its code loads when it opens.
 */
const NewSchoolDialog = lazyDialog(async () => (await import('./new-school-form.tsx')).NewSchoolForm)

/** Renders the archived schools. Its code loads when it opens. */
const ArchivedDialog = lazyDialog(async () => (await import('./archived-schools.tsx')).ArchivedSchools)
