import { Link } from '@tanstack/react-router'
import { getCalendar } from '#contract/review/calendar/endpoints.ts'
import type { CalendarEntry } from '#contract/review/calendar/shapes.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { linkOf, type CalendarPlace } from '#client/review/calendar/entry-link.ts'
import { basisOf, cohortOf, titleOf } from '#client/review/calendar/entry-text.ts'
import { Part } from './home-parts.tsx'

/** How many of the next dates are listed. */
const nextDates = 5

/** Renders what happens next in the policy year, of the calendar. */
export const ComingUp = ({ params }: { params: CalendarPlace }) => {
  const read = useAsk(getCalendar, { params: { id: params.period } })
  return (
    <Part
      title="Coming up"
      action={
        <Link to="/schools/$school/period/$period/set-up/calendar" params={params}>
          Calendar
        </Link>
      }
    >
      <Loaded
        of={read}
        compact
        what="The calendar"
        who="Only Shipmate Admins can see the calendar of a policy year."
        rows={4}
        label="Loading the calendar"
      >
        {({ today, entries }) => (
          <NextDates
            params={params}
            today={today}
            entries={entries.filter(({ on, run }) => on >= today && run === null).slice(0, nextDates)}
          />
        )}
      </Loaded>
    </Part>
  )
}

interface NextDatesProps {
  params: CalendarPlace
  today: string
  entries: readonly CalendarEntry[]
}

const NextDates = ({ params, today, entries }: NextDatesProps) =>
  entries.length === 0 ? (
    <p className="px-4 py-3 text-ink-2">No dates are ahead in this policy year.</p>
  ) : (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <li
          key={`${entry.on} ${entry.kind} ${entry.name ?? ''}`}
          className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 px-4 py-2"
        >
          <span className="tabular text-ink-2">{entry.on === today ? 'Today' : formatDay(entry.on)}</span>
          <span>
            <Link {...linkOf(entry, params)}>{titleOf(entry)}</Link>
            <span className="block text-label text-ink-2">
              {[cohortOf(entry), basisOf(entry, today)].filter((text) => text).join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
