import { ChevronRight, UserPlus } from 'lucide-react'
import { searchStudentsByName } from '#contract/students/endpoints.ts'
import type { StudentHit } from '#contract/students/shapes.ts'
import { hitDetail, matchWords } from './hit-words.ts'
import { Avatar } from '#client/ui/text/avatar.tsx'
import { BrokenState } from '#client/ui/states/broken-state.tsx'
import { SearchInput } from '#client/ui/controls/search-input.tsx'
import { Skeleton } from '#client/ui/states/skeleton.tsx'
import { walkStops } from '#client/ui/walk-stops.ts'
import { useAsk } from '#client/lib/query.ts'
import { useSettled } from '#client/lib/use-settled.ts'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

export interface AddStudentSearchProps {
  schoolId: number
  query: string
  onQuery: (query: string) => void
  onPick: (hit: StudentHit) => void
  onNew: () => void
}

/** The students of the school by name, student ID or email, and the way to a new one. Arrow keys walk the list. */
export const AddStudentSearch = ({ schoolId, query, onQuery, onPick, onNew }: AddStudentSearchProps) => {
  const found = useFoundStudents(schoolId, query)
  const only = found.isSettled && found.hits.length === 1 ? found.hits[0] : undefined
  return (
    <div className="flex flex-col gap-2" ref={walk}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (only) onPick(only)
        }}
      >
        <SearchInput
          value={query}
          onChange={onQuery}
          label="Find a student of this school"
          placeholder="Name, student ID or email"
          autoComplete="off"
          spellCheck={false}
          data-step
        />
      </form>
      <p aria-live="polite" className="sr-only">
        {found.isSettled && !found.isBroken ? foundWords(found.hits.length) : ''}
      </p>
      {found.isBroken ? (
        <BrokenState compact title="Students cannot be searched right now" onRetry={found.retry} />
      ) : (
        <Results found={found} typed={query.trim()} onPick={onPick} onNew={onNew} />
      )}
    </div>
  )
}

interface Found {
  readonly hits: readonly StudentHit[]
  /** The hits are those of what is typed now. */
  readonly isSettled: boolean
  readonly isSearching: boolean
  readonly isBroken: boolean
  readonly retry: () => void
}

/** Asked from two letters on, once the typing has paused. */
const useFoundStudents = (schoolId: number, query: string): Found => {
  const wanted = query.trim()
  const settled = useSettled(wanted, 150)
  const { data, error, isFetching, refetch } = useAsk(
    searchStudentsByName,
    { query: { q: settled.slice(0, 100), school_id: schoolId } },
    { enabled: settled.length >= 2, keepPrevious: true, staleTime: 30_000 },
  )
  const isAsked = wanted.length >= 2
  const isSettled = isAsked && wanted === settled && !isFetching
  return {
    hits: isAsked ? (data ?? []) : [],
    isSettled,
    isSearching: isAsked && !isSettled,
    isBroken: error !== null && isAsked,
    retry: () => void refetch(),
  }
}

interface ResultsProps extends Pick<AddStudentSearchProps, 'onPick' | 'onNew'> {
  found: Found
  typed: string
}

const Results = ({ found: { hits, isSearching, isSettled }, typed, onPick, onNew }: ResultsProps) => (
  <ul className="-mx-2 flex min-h-10 flex-col">
    {hits.length === 0 && isSearching && <Loading />}
    {hits.map((hit) => (
      <li key={hit.id}>
        <Hit hit={hit} onPick={() => onPick(hit)} />
      </li>
    ))}
    {isSettled && hits.length === 0 && (
      <li className="px-2 py-2 text-ink-2">Nobody at this school matches “{typed}”.</li>
    )}
    <li>
      <NewStudent typed={typed} onNew={onNew} />
    </li>
  </ul>
)

const foundWords = (count: number): string =>
  count === 0 ? 'Nobody found' : count === 1 ? 'One student found' : `${count} students found`

/** ↑ and ↓ move among the search field and the rows. */
const walk = walkStops('[data-step]')

const rowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left transition-colors duration-100 hover:bg-hover focus-visible:bg-hover coarse:min-h-12'

const Hit = ({ hit, onPick }: { hit: StudentHit; onPick: () => void }) => (
  <button type="button" data-step onClick={onPick} className={rowClass}>
    <Avatar name={`${hit.first_name} ${hit.last_name}`} />
    <span className="min-w-0 flex-1">
      <Truncate className="block font-medium">
        {hit.last_name}, {hit.first_name}
        {hit.prior_last_name && hit.matched !== 'former_name' && (
          <span className="font-normal text-ink-3"> (formerly {hit.prior_last_name})</span>
        )}
      </Truncate>
      <Truncate className="tabular block text-label text-ink-3">
        {[hitDetail(hit), matchWords(hit) ?? hit.university_email]
          .filter((part) => part !== null)
          .join(' · ')}
      </Truncate>
    </span>
    <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
  </button>
)

const NewStudent = ({ typed, onNew }: { typed: string; onNew: () => void }) => (
  <button type="button" data-step onClick={onNew} className={rowClass}>
    <span className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
      <UserPlus size={14} aria-hidden />
    </span>
    <Truncate className="min-w-0 flex-1 font-medium">
      {typed === '' ? 'Enter a new student' : `Enter “${typed}” as a new student`}
    </Truncate>
    <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
  </button>
)

const Loading = () =>
  [0, 1, 2].map((row) => (
    <li key={row} className="flex h-11 items-center gap-3 px-2">
      <Skeleton className="size-6 rounded-full" />
      <span className="flex flex-col gap-1.5">
        <Skeleton className="h-3 w-36" />
        <Skeleton className="h-2.5 w-52" />
      </span>
    </li>
  ))
