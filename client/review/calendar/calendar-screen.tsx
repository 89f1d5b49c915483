import { createFileRoute, Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { getCalendar } from '#contract/review/calendar/endpoints.ts'
import type { Calendar, CalendarEntry } from '#contract/review/calendar/shapes.ts'
import { formatCount, formatDay } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { setUpBreadcrumb } from '#client/setup/periods/set-up-breadcrumb.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { linkOf, type CalendarPlace } from './entry-link.ts'
import { TryDate } from './try-date.tsx'
import { basisOf, cohortOf, startText, titleOf } from './entry-text.ts'

/** Renders what will happen in a policy year and when, and below it what has happened. */
const CalendarScreen = () => {
  const place = Route.useParams()
  const read = useAsk(getCalendar, { params: { id: place.period } }, { staleTime: 0 })
  return (
    <>
      <PageHeader title="Calendar" breadcrumb={[setUpBreadcrumb(place)]} />
      <PageBody>
        <Loaded
          of={read}
          what="The calendar"
          who="Only Shipmate Admins can see the calendar of a policy year."
          rows={8}
          label="Loading the calendar"
        >
          {(data) => <Content place={place} data={data} />}
        </Loaded>
      </PageBody>
    </>
  )
}

interface ContentProps {
  place: CalendarPlace
  data: Calendar
}

const Content = ({ place, data: { today, is_open: isOpen, entries } }: ContentProps) => {
  const next = entries.filter(({ on, run }) => on >= today && run === null)
  const earlier = entries.filter((entry) => !next.includes(entry)).toReversed()
  return (
    <div className="flex flex-col gap-6">
      {!isOpen && (
        <Banner title="This policy year isn’t open">
          Reminders, default enrollment and reverification start automatically only in an open policy year.
        </Banner>
      )}
      <section aria-labelledby="next" className="flex flex-col gap-3">
        <h2 id="next" className="text-section font-semibold">
          Upcoming
        </h2>
        {next.length === 0 ? (
          <EmptyState compact icon={CalendarDays} title="No dates ahead">
            Deadlines, reminders and default enrollment appear here until the policy year ends.
          </EmptyState>
        ) : (
          <EntryTable label="Upcoming dates" starts="Starts" place={place} entries={next} today={today} />
        )}
      </section>
      <TryDate today={today} />
      {earlier.length > 0 && (
        <Disclosure
          summary={
            <>
              <span className="text-section font-semibold">Earlier</span>{' '}
              <span className="text-label text-ink-3">{formatCount(earlier.length, 'entry', 'entries')}</span>
            </>
          }
        >
          <div className="pt-3">
            <EntryTable
              label="Earlier dates"
              starts="Started"
              place={place}
              entries={earlier}
              today={today}
            />
          </div>
        </Disclosure>
      )}
    </div>
  )
}

interface EntryTableProps {
  label: string
  /** The heading of who starts it. */
  starts: string
  place: CalendarPlace
  entries: readonly CalendarEntry[]
  today: string
}

const EntryTable = ({ label, starts, place, entries, today }: EntryTableProps) => (
  <CardTable
    label={label}
    head={
      <>
        <HeadCell>Day</HeadCell>
        <HeadCell>Event</HeadCell>
        <HeadCell className="max-md:hidden">Applies to</HeadCell>
        <HeadCell className="max-md:hidden">{starts}</HeadCell>
      </>
    }
  >
    {entries.map((entry, index) => (
      // two runs of a day can be the same in everything that’s shown
      // oxlint-disable-next-line react/no-array-index-key
      <tr key={`${entry.on} ${entry.kind} ${entry.name ?? ''} ${index}`}>
        <Cell className="tabular w-0 py-1.5 align-top">{formatDay(entry.on)}</Cell>
        <Cell className="py-1.5 align-top">
          <Link {...linkOf(entry, place)} className="font-medium">
            {titleOf(entry)}
          </Link>
          <Basis>{basisOf(entry, today)}</Basis>
          <Basis className="md:hidden">
            {[cohortOf(entry), startText(entry, today)].filter(Boolean).join(' · ')}
          </Basis>
        </Cell>
        <Cell className="py-1.5 align-top max-md:hidden">{cohortOf(entry) ?? 'Policy year'}</Cell>
        <Cell className="py-1.5 align-top max-md:hidden">{startText(entry, today)}</Cell>
      </tr>
    ))}
  </CardTable>
)

const Basis = ({ className = '', children }: { className?: string; children: string }) =>
  children === '' ? null : <span className={`block text-label text-ink-2 ${className}`}>{children}</span>

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/set-up/calendar')({
  component: CalendarScreen,
})
