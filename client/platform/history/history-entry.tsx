import { Cog, GraduationCap, ListChecks, Undo2, Upload, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Cause, HistoryEntry } from '#contract/platform/history/shapes.ts'
import { FieldChange } from './field-change.tsx'
import { isReadableField } from '#client/platform/record/field-text.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Avatar } from '#client/platform/ui/text/avatar.tsx'
import { actInWords, actorInWords } from './history-text.ts'

const icons: Record<Cause, LucideIcon | null> = {
  person: null,
  import: Upload,
  bulk: ListChecks,
  system: Cog,
  student: GraduationCap,
  undo: Undo2,
}

interface HistoryLineProps {
  entry: HistoryEntry
  /** The entry's policy year, if it isn't the one on screen. */
  year: string | null
  /** A button for the entry. */
  action?: ReactNode
}

/** Renders a change: who, what, when, why, and each field's old and new value. */
export const HistoryLine = ({ entry, year, action }: HistoryLineProps) => {
  const who = actorInWords(entry)
  return (
    <li className="relative flex gap-2.5 pb-5 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-1 not-last:before:left-3 not-last:before:w-px not-last:before:bg-line">
      <Mark cause={entry.cause} who={who} />
      <div className="min-w-0 flex-1 pt-0.5">
        <p>
          <span className="font-medium">{who}</span>{' '}
          <span className="text-ink-2">
            {actInWords(entry)}
            {year !== null && ` in ${year}`}
          </span>{' '}
          <Ago at={entry.at} className="text-label whitespace-nowrap text-ink-3" />
        </p>
        {entry.reason !== null && <p className="mt-0.5 text-ink-2">“{entry.reason}”</p>}
        <Changes entry={entry} />
      </div>
      {action}
    </li>
  )
}

const Mark = ({ cause, who }: { cause: Cause; who: string }) => {
  const Icon = icons[cause]
  if (Icon === null) return <Avatar name={who} />
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-full bg-pressed text-ink-2">
      <Icon size={13} aria-hidden />
    </span>
  )
}

const few = 4

const Changes = ({ entry }: { entry: HistoryEntry }) => {
  const [isOpen, setOpen] = useState(false)
  const changes = entry.changes.filter(({ field }) => isReadableField(field))
  if (changes.length === 0) return null
  // Showing one more line takes no more space than the button.
  const shown = isOpen || changes.length <= few + 1 ? changes : changes.slice(0, few)
  return (
    <>
      <ul className="mt-1 flex flex-col gap-0.5">
        {shown.map((change) => (
          <li key={change.field}>
            <FieldChange change={change} />
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="mt-0.5 min-h-6 rounded-pill text-label font-medium text-accent-text hover:underline"
        >
          Show {formatCount(changes.length - shown.length, 'more change')}
        </button>
      )}
    </>
  )
}
