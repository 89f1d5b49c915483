import { createNote } from '#contract/records/notes/endpoints.ts'
import { richTextLimit } from '#contract/platform/rich-text.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { noteReads } from './note-composer.tsx'

const f = fieldsOf<{ body: string }>()

interface NoteDialogProps {
  studentId: number
  /** Whom it’s about. */
  name: string
  handle: DialogHandle
}

/** Renders the dialog that writes a note about a student without leaving the screen; its draft is the record’s. */
export const NoteDialog = ({ studentId, name, handle }: NoteDialogProps) => {
  const offerUndo = useUndo(noteReads)
  const { send } = useSend(createNote, { refreshes: noteReads, quiet: true })
  const form = useRecordForm<{ body: string }, typeof createNote.body>({
    schema: createNote.body,
    defaults: { body: '' },
    extra: { student_id: studentId },
    literal: ['body'],
    draft: { form: `note:${studentId}` },
    onSubmit: async (body) => {
      const { changeId } = await send({ body })
      handle.close()
      offerUndo({ changeId, title: `Note about ${name} added` })
    },
  })
  return (
    <FormDialog {...handle.dialog} title={`Note about ${name}`} size="md" form={form} submitLabel="Add note">
      <f.RichText name="body" label="Note" limit={richTextLimit} isWanted onEntered={nothing} />
    </FormDialog>
  )
}

const nothing = (): void => undefined
