import { useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { listTypedNames } from '#contract/insurance-companies/endpoints.ts'
import type { TypedName } from '#contract/insurance-companies/shapes.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { formatCount } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Pager } from '#client/ui/data-table/pager.tsx'
import { EmptyState } from '#client/ui/states/empty-state.tsx'
import { PageHeader } from '#client/ui/text/page-header.tsx'
import { SearchInput } from '#client/ui/controls/search-input.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'
import type { CompanySearch } from './company-search.ts'
import { linesInWords } from './company-words.ts'
import { ListTabs } from './list-tabs.tsx'
import { useListSearch } from './use-company-list.ts'
import { createElement, Suspense } from 'react'
import { useFollowJob } from '#client/common/use-follow-job.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { useDialogHost } from '#client/ui/overlays/dialog-host.tsx'
import { later } from '#client/ui/later.ts'
import type { AssignNamesDialogProps } from './assign-names-dialog.tsx'
import { moveReads } from './company-reads.ts'
import type { Moved } from './use-move.ts'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

/** The names that were typed where no company was chosen, and the way to make them one. */
export const TypedNames = ({ search }: { search: CompanySearch }) => {
  const navigate = useNavigate({ from: '/settings/insurance-companies' })
  const { go, typed, setTyped } = useListSearch(search, (to) => void navigate(to))
  const { data, error, refetch } = useAsk(
    listTypedNames,
    {
      query: {
        page: search.page ?? 1,
        per_page: search.size ?? 50,
        ...(search.q ? { search: search.q } : {}),
      },
    },
    { keepPrevious: true },
  )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHeader title="Insurance companies" />
      <ListTabs open="typed">
        <SearchInput
          value={typed}
          onChange={setTyped}
          placeholder="Search typed names"
          className="w-full md:w-64"
        />
      </ListTabs>
      {data ? (
        <Names names={data.data} isSearched={search.q !== undefined} />
      ) : error ? (
        <FailedState
          error={error}
          what="The typed names"
          who="Only Shipmate Admins keep the insurance companies."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows label="Loading the typed names" />
      )}
      <Pager
        meta={data?.meta}
        noun="typed name"
        onPage={(page) => go({ page: page === 1 ? undefined : page })}
        onPerPage={(size) => go({ size: size === 50 ? undefined : size })}
      />
    </div>
  )
}

const Names = ({ names, isSearched }: { names: readonly TypedName[]; isSearched: boolean }) => {
  const assign = useAssignDialog()
  if (names.length === 0)
    return isSearched ? (
      <EmptyState compact icon={CircleCheck} title="No typed name matches" />
    ) : (
      <EmptyState compact icon={CircleCheck} title="Every waiver names a company">
        Names that are typed because no company was found stand here, to be made one.
      </EmptyState>
    )
  return (
    <ul aria-label="Typed names" className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
      {names.map((typed) => (
        <li key={typed.name} className="flex items-center gap-3 px-4 py-2">
          <div className="min-w-0 flex-1">
            <Truncate as="p" className="font-medium">
              {typed.name}
            </Truncate>
            <Truncate as="p" className="text-label text-ink-3">
              {[linesInWords(typed.lines), ...knownOf(typed)].join(' · ')}
            </Truncate>
          </div>
          <span className="tabular text-ink-2">{formatCount(typed.student_periods, 'record')}</span>
          <Button size="sm" aria-label={`Assign ${typed.name}`} onClick={() => assign(typed)}>
            Assign
          </Button>
        </li>
      ))}
    </ul>
  )
}

const knownOf = ({ spellings, company }: TypedName): string[] => [
  ...(company ? [`a name of ${company.name}`] : []),
  ...(spellings.length > 0 ? [`also typed ${spellings.join(', ')}`] : []),
]

const Lazy = later(async () => (await import('./assign-names-dialog.tsx')).AssignNamesDialog)
const AssignNamesDialog = (props: AssignNamesDialogProps) =>
  createElement(Suspense, { fallback: null }, createElement(Lazy, props))

/** Opens the assignment of a typed name; what came of it is told with *Undo*. Its code loads when it opens. */
const useAssignDialog = () => {
  const openDialog = useDialogHost()
  const offerUndo = useUndo(moveReads, 'record')
  const follow = useFollowJob(moveReads, 'record')
  const tell = (typed: TypedName, moved: Moved): void => {
    const title = `“${typed.name}” is ${moved.move.into.name} now`
    if (moved.kind === 'job')
      void follow(moved.jobId, (changed) => `${title}: ${formatCount(changed, 'record')}`)
    else
      offerUndo({
        changeId: moved.changeId,
        title,
        description: `${formatCount(moved.move.student_periods, 'record')} changed.`,
      })
  }
  return (typed: TypedName): void => {
    openDialog<Omit<AssignNamesDialogProps, 'handle'>, Moved>(AssignNamesDialog, {
      props: { typed },
      onClose: (closed) => closed.type === 'config-close' && tell(typed, closed.data),
    })
  }
}
