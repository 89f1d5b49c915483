import { useState } from 'react'
import type { ActivityEntry } from '#contract/outputs/audit/shapes.ts'
import { formatDay, localDay, withPeriodOfDay } from '#client/platform/lib/format.ts'
import { Avatar } from '#client/platform/ui/text/avatar.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { ActivityDetails } from './activity-details.tsx'
import { Act } from './act.tsx'
import { recordsText, whoText } from './activity-text.ts'

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' })

/** Returns 'Today', 'Yesterday' or 'Monday, 11/16/2026'. */
const dayTitle = (at: Date, now = new Date()): string => {
  const today = localDay(now)
  const day = localDay(at)
  if (day === today) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day === localDay(yesterday) ? 'Yesterday' : `${weekday.format(at)}, ${formatDay(day)}`
}

const byDay = (rows: readonly ActivityEntry[]): readonly (readonly [string, readonly ActivityEntry[]])[] => {
  const days = new Map<string, ActivityEntry[]>()
  for (const row of rows) {
    const title = dayTitle(new Date(row.at))
    days.set(title, [...(days.get(title) ?? []), row])
  }
  return [...days]
}

/** Renders what people did, by day. A row opens its details. */
export const ActivityList = ({ rows }: { rows: readonly ActivityEntry[] }) => {
  const [open, setOpen] = useState<ActivityEntry | null>(null)
  return (
    <>
      {byDay(rows).map(([title, entries]) => (
        <section key={title} aria-label={title} className="mb-5">
          <h2 className="mb-1 text-label font-semibold text-ink-2">{title}</h2>
          <ul className="-mx-2">
            {entries.map((entry) => (
              <li key={`${entry.source} ${entry.id}`} className="border-b border-line last:border-b-0">
                <Row entry={entry} onOpen={() => setOpen(entry)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ActivityDetails entry={open} onClose={() => setOpen(null)} />
    </>
  )
}

const Row = ({ entry, onOpen }: { entry: ActivityEntry; onOpen: () => void }) => {
  const about = [entry.student?.name, entry.account?.name, recordsText(entry), entry.school?.name]
    .filter(Boolean)
    .join(' · ')
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-start gap-2.5 rounded-control px-2 py-2 text-left hover:bg-hover"
    >
      <time
        dateTime={entry.at}
        className="tabular w-17 shrink-0 pt-[3px] text-label whitespace-nowrap text-ink-3"
      >
        {withPeriodOfDay(clock.format(new Date(entry.at)))}
      </time>
      <Avatar name={whoText(entry)} />
      <span className="grid min-w-0 flex-1 gap-x-6 pt-0.5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-baseline">
        <span>
          <Act entry={entry} />
          {entry.emergency_id !== null && (
            <Pill tone="danger" className="ml-2 align-middle">
              Emergency
            </Pill>
          )}
        </span>
        {about !== '' && (
          <span className="block truncate text-label text-ink-2 max-lg:text-ink-3">{about}</span>
        )}
      </span>
    </button>
  )
}
