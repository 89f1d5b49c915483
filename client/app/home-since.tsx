import { Link } from '@tanstack/react-router'
import { isAdmin } from '#contract/platform/access.ts'
import { getRecentEvents } from '#contract/review/calendar/endpoints.ts'
import type { StudentListColumn } from '#contract/platform/record/columns.ts'
import type { Filters } from '#contract/platform/table-filters.ts'
import type { RecentEvents } from '#contract/review/calendar/shapes.ts'
import { type FormSubmissionColumn } from '#contract/review/form-submissions/review-shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { formatAgo, formatCount } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import type { CalendarPlace } from '#client/review/calendar/entry-link.ts'
import { minute, Part, type Task } from './home-parts.tsx'

interface PlaceProps {
  params: CalendarPlace
}

/** Renders what others did in the policy year since the user last worked in Shipmate; nothing if that’s long ago. */
export const SinceYouWereHere = ({ params }: PlaceProps) => {
  const recent = useAsk(
    getRecentEvents,
    { params: { id: Number(params.period) } },
    { refetchInterval: 5 * minute },
  )
  if (recent.data?.since === null) return null
  return (
    <Part
      title="Since you were here"
      action={recent.data && <span className="text-label text-ink-2">{formatAgo(recent.data.since)}</span>}
    >
      <Loaded
        of={recent}
        compact
        what="The latest changes"
        who="Only this school’s admins and Shipmate Admins have access."
        rows={3}
        label="Loading the latest changes"
      >
        {(data) => <Events params={params} events={data} />}
      </Loaded>
    </Part>
  )
}

const Events = ({ params, events }: PlaceProps & { events: RecentEvents }) => {
  const mayReview = isAdmin(useUser())
  const lines = [
    ...(mayReview ? formLines(params, events) : []),
    ...studentLines(params, events),
    ...importLines(params, events),
  ]
  if (lines.length === 0) return <p className="px-4 py-3 text-ink-2">Nothing changed in this policy year.</p>
  return (
    <ul className="divide-y divide-line">
      {lines.map(({ key, text, link }) => (
        <li key={key} className="px-4 py-2 break-words">
          <Link {...link}>{text}</Link>
        </li>
      ))}
    </ul>
  )
}

interface Line extends Pick<Task, 'link'> {
  key: string
  text: string
}

const linesOf = (lines: readonly (Line & { count: number })[]): Line[] =>
  lines.filter(({ count }) => count > 0)

/** Returns the filter of a column’s name: a number opens exactly the rows that it counts. */
const only = (field: FormSubmissionColumn | StudentListColumn): Filters => ({
  [field]: { operator: 'and', constraints: [{ match_mode: 'equals', value: true }] },
})

const formLines = (params: CalendarPlace, { forms_received, forms_decided }: RecentEvents): Line[] => {
  const linkTo = (field: FormSubmissionColumn) =>
    ({
      to: '/schools/$school/period/$period/student-form-submissions',
      params,
      search: { queue: 'all', filters: only(field) },
    }) as const
  return linesOf([
    {
      key: 'received',
      count: forms_received,
      text: `${formatCount(forms_received, 'form')} received`,
      link: linkTo('received_since_visit'),
    },
    {
      key: 'decided',
      count: forms_decided,
      text: `${formatCount(forms_decided, 'form')} decided by others`,
      link: linkTo('decided_since_visit'),
    },
  ])
}

const studentLines = (
  params: CalendarPlace,
  { students_changed, students_not_emailed }: RecentEvents,
): Line[] => {
  const linkTo = (field: StudentListColumn) =>
    ({ to: '/schools/$school/period/$period', params, search: { filters: only(field) } }) as const
  return linesOf([
    {
      key: 'changed',
      count: students_changed,
      text: `${formatCount(students_changed, 'student')} changed by others`,
      link: linkTo('changed_since_visit'),
    },
    {
      key: 'emails',
      count: students_not_emailed,
      text: `${formatCount(students_not_emailed, 'student')} with an email that bounced or wasn’t sent`,
      link: linkTo('delivery_failed_since_visit'),
    },
  ])
}

const importLines = (params: CalendarPlace, { imports }: RecentEvents): Line[] =>
  imports.map(({ id, file_name, author }) => ({
    key: `import ${id}`,
    text: `Import of ${file_name ?? 'an earlier policy year'}${author === null ? '' : ` by ${author}`}`,
    link: {
      to: '/schools/$school/period/$period/import/$import',
      params: { ...params, import: String(id) },
    },
  }))

/** Renders what a School Admin can do in a policy year, as links. */
export const YourWork = ({ params }: PlaceProps) => (
  <Part title="Your tasks">
    <ul className="divide-y divide-line">
      <Work
        link={{ to: '/schools/$school/period/$period/import', params }}
        label="Import a roster"
        meaning="Adds and updates students from a file. You see every change before it’s saved."
      />
      <Work
        link={{ to: '/schools/$school/period/$period', params }}
        label="Update students"
        meaning="Change details, academic statuses and dependents. Add notes and documents."
      />
      <Work
        link={{ to: '/schools/$school/period/$period/messages', params }}
        label="Check emails to students"
        meaning="See which emails students get and when."
      />
    </ul>
    <p className="border-t border-line px-4 py-3 text-ink-2">
      Shipmate Admins review forms and set up the policy year.
    </p>
  </Part>
)

type WorkProps = Pick<Task, 'link' | 'label' | 'meaning'>

const Work = ({ link, label, meaning }: WorkProps) => (
  <li className="px-4 py-2.5">
    <Link {...link} className="font-medium">
      {label}
    </Link>
    <span className="block text-label text-ink-2">{meaning}</span>
  </li>
)
