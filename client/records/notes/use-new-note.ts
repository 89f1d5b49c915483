import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import { createNote, listNotes } from '#contract/records/notes/endpoints.ts'
import { getStudentOverview } from '#contract/records/students/endpoints.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'

/** Endpoints to reload after a note was added, changed or removed. */
export const noteReads = [listNotes, listHistoryEntries, getStudentOverview] as const

interface NewNoteOptions {
  studentId: number
  /** Says that the note was added, where it can be undone. */
  addedTitle: string
  onAdded?: () => void
}

/** Returns the form of a new note about a student. Wherever it’s written, its draft is the student’s. */
export const useNewNote = ({ studentId, addedTitle, onAdded }: NewNoteOptions) => {
  const offerUndo = useUndo(noteReads)
  const { send } = useSend(createNote, { refreshes: noteReads, quiet: true })
  return useRecordForm<{ body: string }, typeof createNote.body>({
    schema: createNote.body,
    defaults: { body: '' },
    extra: { student_id: studentId },
    literal: ['body'],
    draft: { form: `note:${studentId}` },
    onSubmit: async (body) => {
      const { changeId } = await send({ body })
      onAdded?.()
      offerUndo({ changeId, title: addedTitle })
    },
  })
}
