import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import { listFiles } from '#contract/records/documents/endpoints.ts'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import { type HistoryEntry, undoHours } from '#contract/platform/history/shapes.ts'
import { listNotes } from '#contract/records/notes/endpoints.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { HistoryLine } from '#client/platform/history/history-entry.tsx'
import { joinDecisions } from '#client/platform/history/joined-entries.ts'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { useUndoChange } from '#client/platform/common/use-undo.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import type { HistoryFilter } from './history-filter.ts'

const useHistory = (student: number, filters: HistoryFilter) =>
  useGrowingList(
    [...keyOf(listHistoryEntries), student, filters],
    (paging, options) =>
      call(listHistoryEntries, { query: { ...filters, ...paging, student_id: student } }, options),
    { keepPrevious: true },
  )

interface HistoryListProps {
  student: number
  /** The names of the student's policy years, by student-period ID. */
  years: ReadonlyMap<number, string>
  filters?: HistoryFilter
}

const all: HistoryFilter = {}

/** Renders a student's history, the latest first. */
export const HistoryList = ({ student, years, filters = all }: HistoryListProps) => {
  const history = useHistory(student, filters)
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-section font-semibold">
        History{' '}
        {history.total > 0 && (
          <span className="tabular font-normal text-ink-3">{formatNumber(history.total)}</span>
        )}
      </h2>
      <Loaded
        of={history}
        compact
        what="The history"
        who="Only this school’s admins and Shipmate Admins have access."
        skeleton={<HistorySkeleton />}
      >
        {(rows) => (
          <Entries
            history={history}
            entries={joinDecisions(rows)}
            years={years}
            isNarrowed={Object.keys(filters).length > 0}
          />
        )}
      </Loaded>
    </section>
  )
}

interface EntriesProps extends Pick<HistoryListProps, 'years'> {
  history: ReturnType<typeof useHistory>
  entries: readonly HistoryEntry[]
  isNarrowed: boolean
}

const Entries = ({ history, entries, years, isNarrowed }: EntriesProps) => {
  const takeable = useUndoable(entries)
  if (entries.length === 0)
    return (
      <p className="text-ink-2">
        {isNarrowed
          ? 'No changes match these filters. Remove a filter or clear them all.'
          : 'No changes yet. Changes and who made them appear here.'}
      </p>
    )
  const yearOf = (id: number | null) => (id === null ? null : (years.get(id) ?? null))
  return (
    <>
      <ol>
        {entries.map((entry) => (
          <HistoryLine
            key={entry.id}
            entry={entry}
            year={yearOf(entry.student_period_id)}
            action={takeable.has(entry.id) && <UndoHandler changeId={entry.change_id} />}
          />
        ))}
      </ol>
      <ShowMore list={history} />
    </>
  )
}

/** Renders placeholders while a history loads. */
export const HistorySkeleton = ({ label = 'Loading history' }) => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <output className="sr-only">{label}</output>
    {[0, 1, 2, 3].map((row) => (
      <div key={row} className="flex gap-2.5">
        <Skeleton className="size-6 rounded-full" />
        <span className="flex flex-1 flex-col gap-2 pt-1.5">
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-1/2" />
        </span>
      </div>
    ))}
  </div>
)

const reads = [...enrollmentReads, listNotes, listFiles] as const

/**
 * Returns the entries that offer Undo: changes a user made to this student within a day, for that user and Shipmate
 * Admins, once per change, at what it changed in the record. A bulk change is undone where it was made.
 */
const useUndoable = (entries: readonly HistoryEntry[]): ReadonlySet<number> => {
  const user = useUser()
  const isErased = useStudentOverview().student.erased_at !== null
  const [now] = useState(() => Date.now())
  const mine = entries.filter(
    ({ cause, actor, at, subject }) =>
      !isErased &&
      cause === 'person' &&
      // an email is canceled with the change that caused it, or where it’s listed
      subject.type !== 'student_email' &&
      (isAdmin(user) || actor?.id === user.id) &&
      now - Date.parse(at) < undoHours * 3_600_000,
  )
  const firsts = new Map(mine.toReversed().map(({ change_id, id }) => [change_id, id]))
  return new Set(firsts.values())
}

/** Undoes a change after its toast is gone. */
const UndoHandler = ({ changeId }: { changeId: number }) => {
  const undoChange = useUndoChange(reads)
  const [phase, setPhase] = useState<'offered' | 'busy' | 'done'>('offered')
  const onClick = async () => {
    if (phase !== 'offered') return
    setPhase('busy')
    setPhase((await undoChange(String(changeId))) ? 'done' : 'offered')
  }
  return (
    <IconButton
      icon={Undo2}
      label={phase === 'done' ? 'Undone' : 'Undo this change'}
      size="sm"
      aria-disabled={phase !== 'offered'}
      onClick={() => void onClick()}
    />
  )
}
