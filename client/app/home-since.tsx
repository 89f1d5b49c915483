import { Link } from '@tanstack/react-router'
import { isAdmin } from '#contract/platform/access.ts'
import { getRecentEvents } from '#contract/review/calendar/endpoints.ts'
import type { RecentEvents } from '#contract/review/calendar/shapes.ts'
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
  const list = { to: '/schools/$school/period/$period', params } as const
  const forms = { to: '/schools/$school/period/$period/student-form-submissions', params } as const
  const lines = [
    {
      count: events.forms_received,
      text: `${formatCount(events.forms_received, 'form')} received`,
      link: forms,
    },
    {
      count: events.forms_decided,
      text: `${formatCount(events.forms_decided, 'form')} decided by others`,
      link: forms,
    },
    {
      count: events.students_changed,
      text: `${formatCount(events.students_changed, 'student')} changed by others`,
      link: list,
    },
    {
      count: events.emails_failed,
      text: `${formatCount(events.emails_failed, 'email')} bounced or not sent`,
      link: { to: '/schools/$school/period/$period/emails', params } as const,
    },
    {
      count: events.imports,
      text: `${formatCount(events.imports, 'import')} by others`,
      link: { to: '/schools/$school/period/$period/import', params } as const,
    },
  ].filter(({ count, link }) => count > 0 && (mayReview || link !== forms))
  if (lines.length === 0) return <p className="px-4 py-3 text-ink-2">Nothing changed in this policy year.</p>
  return (
    <ul className="divide-y divide-line">
      {lines.map(({ text, link }) => (
        <li key={text} className="px-4 py-2">
          <Link {...link}>{text}</Link>
        </li>
      ))}
    </ul>
  )
}

/** Renders what a School Admin can do in a policy year, as links. */
export const YourWork = ({ params }: PlaceProps) => (
  <Part title="What you can do">
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
