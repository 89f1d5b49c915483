import { useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { listTypedNames } from '#contract/records/insurance-companies/endpoints.ts'
import type { TypedName } from '#contract/records/insurance-companies/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatCount } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Pager } from '#client/platform/ui/data-table/pager.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import type { CompanySearch } from './company-search.ts'
import { linesText } from './company-text.ts'
import { ListTabs } from './list-tabs.tsx'
import { useListSearch } from '#client/platform/common/use-list-search.ts'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import type { AssignNamesDialogProps } from './assign-names-dialog.tsx'
import { useReportMove, type MoveResult } from './use-move.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

/** Renders the unmatched names, with a button to match each. */
export const TypedNames = ({ search }: { search: CompanySearch }) => {
  const navigate = useNavigate({ from: '/settings/insurance-companies' })
  const { go, typed, setTyped } = useListSearch(search, (to) => void navigate(to))
  const typedNames = useAsk(
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
          placeholder="Search unmatched names"
          className="w-full md:w-64"
        />
      </ListTabs>
      <Loaded
        of={typedNames}
        what="The unmatched names"
        who="Only Shipmate Admins can manage insurance companies."
        label="Loading unmatched names"
      >
        {(data) => <Names names={data.data} isSearched={search.q !== undefined} />}
      </Loaded>
      <Pager
        meta={typedNames.data?.meta}
        noun="name"
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
      <EmptyState compact icon={CircleCheck} title="No matching names" />
    ) : (
      <EmptyState compact icon={CircleCheck} title="No unmatched names">
        Names students typed that don’t match a company appear here. Match each one to a company.
      </EmptyState>
    )
  return (
    <ul aria-label="Unmatched names" className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
      {names.map((typed) => (
        <li key={typed.name} className="flex items-center gap-3 px-4 py-2">
          <div className="min-w-0 flex-1">
            <Truncate as="p" className="font-medium">
              {typed.name}
            </Truncate>
            <Truncate as="p" className="text-label text-ink-3">
              {[linesText(typed.lines), ...notesOf(typed)].join(' · ')}
            </Truncate>
          </div>
          <span className="tabular text-ink-2">{formatCount(typed.student_periods, 'record')}</span>
          <Button size="sm" aria-label={`Match ${typed.name}`} onClick={() => assign(typed)}>
            Match
          </Button>
        </li>
      ))}
    </ul>
  )
}

const notesOf = ({ spellings, company }: TypedName): string[] => [
  ...(company ? [`already a name of ${company.name}`] : []),
  ...(spellings.length > 0 ? [`also spelled ${spellings.join(', ')}`] : []),
]

const AssignNamesDialog = lazyDialog(
  async () => (await import('./assign-names-dialog.tsx')).AssignNamesDialog,
)

/** Opens the dialog that matches a typed name, then shows the result with *Undo*. Its code loads when it opens. */
const useAssignDialog = () => {
  const openDialog = useDialogHost()
  const report = useReportMove()
  return (typed: TypedName): void => {
    openDialog<Omit<AssignNamesDialogProps, 'handle'>, MoveResult>(AssignNamesDialog, {
      props: { typed },
      onClose: (closed) =>
        closed.type === 'config-close' &&
        report(`“${typed.name}” matched to ${closed.data.move.into.name}`, closed.data),
    })
  }
}
