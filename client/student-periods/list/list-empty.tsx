import { CalendarClock, CalendarX, CircleCheck, Users } from 'lucide-react'
import { isAdmin } from '#contract/access.ts'
import { useUser } from '#client/common/current-user.tsx'
import { formatDay } from '#client/lib/format.ts'
import { EmptyState } from '#client/ui/states/empty-state.tsx'
import { LinkButton } from '#client/ui/controls/link-button.tsx'
import type { ListPlace } from './list-header.tsx'
import { countOf, everyone, type ListViews } from '../state/list-views.ts'
import { NothingFound } from './nothing-found.tsx'
import { isNarrowing } from '../state/question.ts'
import type { ListState } from '../state/use-list-state.ts'

interface ListEmptyProps extends ListPlace {
  state: ListState
  views: ListViews
}

/** Why nobody is in the list. */
export const ListEmpty = ({ state, views, ...place }: ListEmptyProps) => {
  if (!isNarrowing(state.question)) return <NobodyYet {...place} />
  const isPlain = views.open.key !== everyone && !state.isEdited
  if (isPlain) return <EmptyView views={views} place={place} />
  return <NothingFound state={state} view={views.open} schoolId={place.schoolId} />
}

/** A view that holds nobody: that is good news, or it has a reason that is worth telling. */
const EmptyView = ({ views, place }: { views: ListViews; place: ListPlace }) => {
  const { open, counts } = views
  const count = countOf(open, counts)
  if (count?.empty_because === 'no_day') return <NoDeadline place={place} />
  if (count?.empty_because === 'not_yet')
    return (
      <EmptyState icon={CalendarClock} title="Not open yet" compact>
        The waiver deadline is more than two weeks away. From {formatDay(count.opens_on)} on you see here who
        has not started.
      </EmptyState>
    )
  return (
    <EmptyState icon={CircleCheck} title={`Nobody in “${open.name}”`} compact>
      {open.about ?? 'Nobody in this policy year fits what this view asks.'} Right now that is nobody.
    </EmptyState>
  )
}

const NoDeadline = ({ place: { schoolId } }: { place: ListPlace }) => {
  const mayEdit = isAdmin(useUser())
  return (
    <EmptyState
      icon={CalendarX}
      title="This policy year has no waiver deadline"
      compact
      actions={
        mayEdit && (
          <LinkButton to="/schools/$id/settings/periods" params={{ id: String(schoolId) }}>
            Set the deadline
          </LinkButton>
        )
      }
    >
      This view shows who has not started from 14 days before the deadline on.{' '}
      {!mayEdit && 'A Shipmate Admin can set one.'}
    </EmptyState>
  )
}

/** A policy year before its first roster. */
const NobodyYet = ({ schoolId, periodId }: ListPlace) => (
  <EmptyState
    icon={Users}
    title="No students in this policy year yet"
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
    Here you see who is enrolled, who waived, and what waits. Load the registrar’s roster to begin.
  </EmptyState>
)
