import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ChevronRight, UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import type { ClientReply } from '#contract/platform/endpoint.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import type { addStudentToPeriod } from '#contract/records/student-periods/endpoints.ts'
import { searchStudentsByName } from '#contract/records/students/endpoints.ts'
import type { PossibleDuplicate } from '#contract/records/students/duplicates.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useEarlyEnter } from '#client/platform/lib/use-early-enter.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { SubmitButton } from '#client/platform/ui/form/form.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { BrokenState } from '#client/platform/ui/states/broken-state.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { Avatar } from '#client/platform/ui/text/avatar.tsx'
import { focusByArrows } from '#client/platform/ui/focus/focus-by-arrows.ts'
import { AddStudentForm, useAddStudentForm, type AddStudentSubject } from './add-student-form.tsx'
import { fieldsInWords } from '#client/platform/record/field-text.ts'
import { hitDetail, matchWords } from '#client/platform/record/hit-text.ts'
import { PossibleDuplicates } from './possible-duplicates.tsx'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { fullName, listedName } from '#contract/platform/person-name.ts'

interface AddStudentDialogProps {
  periodId: number
  schoolId: number
  /** A new student whose details are known; the search comes first without one. */
  start?: AddStudentSubject
  handle: DialogHandle<number>
}

/** Renders the two steps of the dialog: choose the student, then enter the details. */
export const AddStudentSteps = ({ periodId, schoolId, start, handle }: AddStudentDialogProps) => {
  const [subject, setSubject] = useState<AddStudentSubject | null>(start ?? null)
  const [query, setQuery] = useState(start?.kind === 'new' ? start.typed : '')
  const year = usePeriodName(schoolId, periodId)
  if (subject === null)
    return (
      <Dialog
        {...handle.dialog}
        size="md"
        title={year === null ? 'Add a student' : `Add a student to ${year}`}
        description="First check whether the student is already in Shipmate, so you don’t create a duplicate."
      >
        <AddStudentSearch
          {...{ schoolId, query }}
          onQuery={setQuery}
          onPick={(hit) => setSubject({ kind: 'known', hit })}
          onNew={() => setSubject({ kind: 'new', typed: query })}
        />
      </Dialog>
    )
  return (
    <Details
      key={subject.kind === 'known' ? subject.hit.id : 'new'}
      {...{ periodId, subject, handle, year }}
      onBack={(sought = query) => {
        setQuery(sought)
        setSubject(null)
      }}
    />
  )
}

const usePeriodName = (schoolId: number, periodId: number): string | null => {
  const { data } = useAsk(listSchoolPeriods, { params: { id: schoolId } }, { staleTime: 60_000 })
  return data?.find((period) => period.id === periodId)?.name ?? null
}

interface DetailsProps extends Pick<AddStudentDialogProps, 'periodId' | 'handle'> {
  subject: AddStudentSubject
  year: string | null
  /** Goes back to the search, for another text if there is one. */
  onBack: (sought?: string) => void
}

const Details = ({ periodId, subject, handle, year, onBack }: DetailsProps) => {
  const formId = useId()
  const showAdded = useAddedToast(year)
  const [duplicates, setDuplicates] = useState<readonly PossibleDuplicate[]>([])
  const form = useAddStudentForm({
    periodId,
    subject,
    year,
    isNot: duplicates.map(({ id }) => id),
    onDuplicates: (found) => setDuplicates((known) => [...known, ...found]),
    onAdded: (added, changeId) => {
      showAdded(added, changeId)
      handle.close(added.id)
    },
  })
  return (
    <Dialog
      {...handle.dialog}
      size="md"
      title={subject.kind === 'known' ? `Add ${nameOf(subject.hit)}` : 'Add a new student'}
      footer={
        <>
          <Button variant="ghost" icon={ArrowLeft} onClick={() => onBack()} className="mr-auto">
            Back to search
          </Button>
          <SubmitButton form={form} formId={formId} wraps>
            {duplicates.length > 0 ? 'Add anyway' : year === null ? 'Add student' : `Add to ${year}`}
          </SubmitButton>
        </>
      }
    >
      {duplicates.length > 0 && <PossibleDuplicates students={duplicates} onShow={onBack} />}
      <AddStudentForm {...{ form, formId, subject }} />
    </Dialog>
  )
}

const nameOf = (hit: StudentHit): string => fullName(hit)

type Added = ClientReply<typeof addStudentToPeriod>

/** Shows who was added, with *Undo* and a link; and which saved values differ and were kept. */
const useAddedToast = (year: string | null) => {
  const offerUndo = useUndo(enrollmentReads)
  const navigate = useNavigate()
  return (added: Added, changeId: string | null) => {
    const { student, ignored } = added
    const name = `${student.first_name ?? ''} ${student.last_name ?? ''}`.trim()
    offerUndo({
      changeId,
      title: year === null ? `${name} added` : `${name} added to ${year}`,
      ...(ignored.length === 0
        ? {}
        : {
            timeout: 0,
            description: `This student ID already exists. Shipmate didn’t change the saved ${fieldsInWords(ignored)}.`,
          }),
      more: {
        label: 'Open',
        onAction: () =>
          void navigate({ to: '/student/$student', params: { student: String(added.student_id) } }),
      },
    })
  }
}

interface AddStudentSearchProps {
  schoolId: number
  query: string
  onQuery: (query: string) => void
  onPick: (hit: StudentHit) => void
  onNew: () => void
}

/**
 * Renders the search for the school's students by name, student ID or email, and a button for a new one. Arrow keys
 * move through the list.
 */
const AddStudentSearch = ({ schoolId, query, onQuery, onPick, onNew }: AddStudentSearchProps) => {
  const found = useFoundStudents(schoolId, query)
  const only = found.hits.length === 1 ? found.hits[0] : undefined
  const pickOnly = () => only && onPick(only)
  const enterEarly = useEarlyEnter(query.trim(), found.isSearching, pickOnly)
  return (
    <div className="flex flex-col gap-2" ref={arrowFocus}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (found.isSettled) pickOnly()
          else enterEarly()
        }}
      >
        <SearchInput
          value={query}
          onChange={onQuery}
          label="Find a student at this school"
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
        <BrokenState compact title="Search isn’t working right now" onRetry={found.retry} />
      ) : (
        <Results found={found} typed={query.trim()} onPick={onPick} onNew={onNew} />
      )}
    </div>
  )
}

interface Found {
  readonly hits: readonly StudentHit[]
  /** Whether the results belong to the typed text. */
  readonly isSettled: boolean
  readonly isSearching: boolean
  readonly isBroken: boolean
  readonly retry: () => void
}

/** Searches from 2 letters on, when the typing pauses. */
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
      <li className="px-2 py-2 text-ink-2">No students at this school match “{typed}”.</li>
    )}
    <li>
      <NewStudent typed={typed} onNew={onNew} />
    </li>
  </ul>
)

const foundWords = (count: number): string =>
  count === 0 ? 'No students found' : count === 1 ? '1 student found' : `${count} students found`

/** Moves the focus between the search field and the rows with ↑ and ↓. */
const arrowFocus = focusByArrows('[data-step]')

const rowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left transition-colors duration-100 hover:bg-hover focus-visible:bg-hover coarse:min-h-12'

const Hit = ({ hit, onPick }: { hit: StudentHit; onPick: () => void }) => (
  <button type="button" data-step onClick={onPick} className={rowClass}>
    <Avatar name={fullName(hit)} />
    <span className="min-w-0 flex-1">
      <Truncate className="block font-medium">
        {listedName(hit)}
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
      {typed === '' ? 'Add a new student' : `Add “${typed}” as a new student`}
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
