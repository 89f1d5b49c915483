import { CalendarClock, CalendarX, CircleCheck, Users } from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { formatDay } from '#client/platform/lib/format.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import type { ListPlace } from './list-header.tsx'
import { countOf, everyone, type ListViews } from '../state/list-views.ts'
import { NothingFound } from './nothing-found.tsx'
import { isFiltering } from '../state/list-query.ts'
import type { ListState } from '../state/use-list-state.ts'

interface ListEmptyProps extends ListPlace {
  state: ListState
  views: ListViews
}

/** Renders why the list is empty. */
export const ListEmpty = ({ state, views, ...place }: ListEmptyProps) => {
  if (!isFiltering(state.query)) return <NoStudentsYet {...place} />
  const isPlain = views.open.key !== everyone && !state.isEdited
  if (isPlain) return <EmptyView views={views} place={place} />
  return <NothingFound state={state} view={views.open} schoolId={place.schoolId} />
}

/** Renders an empty view: nothing to do, or the reason. */
const EmptyView = ({ views, place }: { views: ListViews; place: ListPlace }) => {
  const { open, counts } = views
  const count = countOf(open, counts)
  if (count?.empty_because === 'no_day') return <NoDeadline place={place} />
  if (count?.empty_because === 'not_yet')
    return (
      <EmptyState icon={CalendarClock} title="Nothing to show yet" compact>
        The waiver deadline is more than 14 days away. Starting {formatDay(count.opens_on)}, this view lists
        students who haven’t started.
      </EmptyState>
    )
  return (
    <EmptyState icon={CircleCheck} title={`No students in “${open.name}”`} compact>
      {open.about === null ? 'No students match this view.' : `${open.about} No students match right now.`}
    </EmptyState>
  )
}

const NoDeadline = ({ place: { schoolId } }: { place: ListPlace }) => {
  const mayEdit = isAdmin(useUser())
  return (
    <EmptyState
      icon={CalendarX}
      title="No waiver deadline"
      compact
      actions={
        mayEdit && (
          <LinkButton to="/schools/$id/settings/periods" params={{ id: String(schoolId) }}>
            Set deadline
          </LinkButton>
        )
      }
    >
      Students who haven’t submitted a form appear here starting 14 days before the waiver deadline.{' '}
      {!mayEdit && 'Ask a Shipmate Admin to set the deadline.'}
    </EmptyState>
  )
}

/** Renders a policy year before its first roster. */
const NoStudentsYet = ({ schoolId, periodId }: ListPlace) => (
  <EmptyState
    icon={Users}
    title="No students yet"
    actions={
      <LinkButton
        to="/schools/$school/period/$period/import"
        params={{ school: String(schoolId), period: String(periodId) }}
        variant="primary"
      >
        Import a roster
      </LinkButton>
    }
  >
    This list shows who is enrolled, who waived and what needs review. Import the registrar’s roster to get
    started.
  </EmptyState>
)
