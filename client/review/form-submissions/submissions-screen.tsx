import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { queues } from '#contract/review/form-submissions/queues.ts'
import {
  countQueues,
  listFormSubmissionIds,
  listFormSubmissions,
} from '#contract/review/form-submissions/endpoints.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { PagedTable } from '#client/platform/ui/data-table/paged-table.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { usePhone } from '#client/platform/lib/use-media.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { AddFilter } from '#client/platform/ui/data-table/add-filter.tsx'
import { FilterChips } from '#client/platform/ui/data-table/filter-chips.tsx'
import { Pager } from '#client/platform/ui/data-table/pager.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { useFormsChanged } from '#client/platform/common/live-rows.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { FormCards } from './form-cards.tsx'
import { formColumns, usualLayout } from './form-columns.tsx'
import { nameOf, orderText } from './form-text.ts'
import { QueueBar } from './queue-bar.tsx'
import { readFormsSearch } from './review-search.ts'
import { SelectedForms } from './selected-forms.tsx'
import { reviewLink, sessionLink, type LinkTo } from './review-link.ts'
import { useFormList, type FormList } from './use-form-list.ts'

/** Renders the forms that students sent for a policy year, by queue: what needs review, in the order of urgency. */
const SubmissionsScreen = () => {
  const place = Route.useParams()
  const periodId = Number(place.period)
  const list = useFormList(periodId, Route.useSearch(), Route.useNavigate())
  const fresh = useLiveForms(periodId)
  const isPhone = usePhone()
  const { data } = list.rows
  const { search } = list
  const linkTo = useCallback<LinkTo>(({ id }) => reviewLink(place, id, search), [place, search])
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Form submissions"
        {...(data ? { count: formatNumber(data.meta.total) } : {})}
        actions={<Actions {...{ list, place, isPhone }} />}
      />
      <QueueBar
        queue={list.queue}
        counts={list.counts.data}
        onQueue={list.onQueue}
        order={orderText(list.controls.sort)}
      >
        <Link
          to="/schools/$school/period/$period/student-form-submissions/agreement"
          params={place}
          className="text-label text-accent-text"
        >
          Agreement
        </Link>
      </QueueBar>
      <FilterChips controls={list.controls} onClear={list.onClear} />
      <Rows {...{ list, fresh, isPhone, linkTo }} empty={<Nothing list={list} />} />
      <Pager meta={data?.meta} noun="form" onPage={list.onPage} onPerPage={list.onPerPage} />
      <SelectedForms list={list} periodId={periodId} />
    </div>
  )
}

interface ActionsProps extends Pick<RowsProps, 'list' | 'isPhone'> {
  place: { readonly school: string; readonly period: string }
}

const Actions = ({ list, place, isPhone }: ActionsProps) => (
  <>
    <SearchInput
      value={list.typed}
      onChange={list.setTyped}
      slashPart="List"
      leadsToRows
      placeholder="Search forms"
      className="w-full md:w-56"
    />
    <AddFilter controls={list.controls} isPhone={isPhone} />
    {(list.counts.data?.to_review ?? 0) > 0 && (
      <LinkButton variant="primary" {...sessionLink(place)}>
        Start review
      </LinkButton>
    )}
  </>
)

interface RowsProps {
  list: FormList
  fresh: ReadonlySet<number>
  isPhone: boolean
  linkTo: LinkTo
  empty: ReactNode
}

const Rows = (props: RowsProps) => {
  const { list, isPhone, linkTo, empty } = props
  const me = useUser().id
  const { data, error, refetch } = list.rows
  if (error && !data)
    return (
      <FailedState
        error={error}
        what="The form submissions"
        who="Only Shipmate Admins can review forms."
        onRetry={() => void refetch()}
      />
    )
  return isPhone ? (
    <FormCards forms={data?.data} linkTo={linkTo} me={me} empty={empty} />
  ) : (
    <FormTable {...props} me={me} />
  )
}

/** Renders the forms as rows; Enter or a press opens the review. */
const FormTable = ({ list, fresh, linkTo, empty, me }: RowsProps & { me: number }) => {
  const navigate = useNavigate()
  const columns = useMemo(() => formColumns(linkTo, me), [linkTo, me])
  return (
    <PagedTable
      label="Form submissions"
      columns={columns}
      usualLayout={usualLayout}
      list={list}
      scrollKey={JSON.stringify(['form-submissions', list.search])}
      search={list.search.q ?? ''}
      rowLabel={nameOf}
      onOpen={(row) => void navigate(linkTo(row))}
      fresh={fresh}
      empty={empty}
    />
  )
}

/** Renders why there are no forms: the search, the queue, or none was sent yet. */
const Nothing = ({ list }: { list: FormList }) => {
  if (list.isNarrowed)
    return (
      <EmptyState
        compact
        icon={ClipboardList}
        title="No matching forms"
        actions={<Button onClick={list.onClear}>Clear search and filters</Button>}
      />
    )
  if (list.queue === 'all')
    return (
      <EmptyState icon={ClipboardList} title="No form submissions yet">
        Enrollment and waiver forms appear here as soon as students send them.
      </EmptyState>
    )
  return (
    <EmptyState
      compact
      icon={ClipboardList}
      title={list.queue === 'to_review' ? 'Nothing to review' : `No forms in “${queues[list.queue].label}”`}
      actions={<Button onClick={() => list.onQueue('all')}>Show all forms</Button>}
    >
      {list.queue === 'to_review' && 'Forms appear here as soon as students send them.'}
    </EmptyState>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/student-form-submissions',
)({
  validateSearch: screenSearch(readFormsSearch),
  component: SubmissionsScreen,
})

/** Milliseconds to collect changes before the list reloads, because many come at once. */
const collectTime = 400
/** Milliseconds that a changed row is marked. */
const flashTime = 1800

const none: ReadonlySet<number> = new Set()
const shown = [listFormSubmissions, countQueues]

/**
 * Keeps the list and its counts up to date: reloads what arrives or what others change, in place. Returns the forms that
 * someone else just changed.
 */
const useLiveForms = (periodId: number): ReadonlySet<number> => {
  const client = useQueryClient()
  const me = useUser().id
  const [fresh, setFresh] = useState(none)
  const gathered = useRef<{ ids: Set<number>; timer: number } | null>(null)
  const fading = useRef(0)

  const refresh = async (): Promise<void> => {
    const ids = gathered.current?.ids ?? none
    gathered.current = null
    await Promise.all(shown.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
    if (ids.size === 0) return
    setFresh(ids)
    window.clearTimeout(fading.current)
    fading.current = window.setTimeout(() => setFresh(none), flashTime)
  }

  useFormsChanged(periodId, ({ ids, by }) => {
    gathered.current ??= { ids: new Set(), timer: window.setTimeout(() => void refresh(), collectTime) }
    if (by !== me) for (const id of ids) gathered.current.ids.add(id)
  })
  // a review that's opened from here begins with the order shown now
  useEffect(() => client.removeQueries({ queryKey: keyOf(listFormSubmissionIds) }), [client])
  useEffect(
    () => () => {
      window.clearTimeout(gathered.current?.timer)
      window.clearTimeout(fading.current)
    },
    [],
  )
  return fresh
}
