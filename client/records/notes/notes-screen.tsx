import { createFileRoute } from '@tanstack/react-router'
import { StickyNote } from 'lucide-react'
import { listNotes } from '#contract/records/notes/endpoints.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { readNew } from '#client/platform/lib/new-search.ts'
import { call } from '#client/platform/lib/call.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { NoteComposer } from './note-composer.tsx'
import { NoteItem } from './note-item.tsx'

/** Renders the notes about the student: pinned ones first, then the newest. */
const NotesScreen = () => {
  const { student, student_periods: years } = useStudentOverview()
  const { new: isNew = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const notes = useGrowingList([...keyOf(listNotes), student.id], (paging, options) =>
    call(listNotes, { query: { ...paging, student_id: student.id } }, options),
  )
  const names = new Map(years.map((year) => [year.id, year.period_name]))
  return (
    <PageBody width="lg">
      <NoteComposer
        key={student.id}
        studentId={student.id}
        isWanted={isNew}
        onEntered={() => void navigate({ search: {}, replace: true })}
      />
      <Loaded
        of={notes}
        compact
        what="The notes"
        who="Only this school’s admins and Shipmate Admins have access to notes."
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState compact icon={StickyNote} title="No notes yet">
              Add anything your colleagues should know, such as a call, an exception or a document the student
              will send.
            </EmptyState>
          ) : (
            <ol aria-label="Notes" className="my-6 flex flex-col gap-3">
              {rows.map((note) => (
                <NoteItem key={note.id} note={note} year={names.get(note.student_period_id ?? 0) ?? null} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <ShowMore list={notes} />
    </PageBody>
  )
}

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/notes')({
  validateSearch: screenSearch(readNew),
  component: NotesScreen,
})
