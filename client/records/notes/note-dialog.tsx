import { richTextLimit } from '#contract/platform/rich-text.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useNewNote } from './use-new-note.ts'

const f = fieldsOf<{ body: string }>()

interface NoteDialogProps {
  studentId: number
  /** Whom it’s about. */
  name: string
  handle: DialogHandle
}

/** Renders the dialog that writes a note about a student without leaving the screen; its draft is the record’s. */
export const NoteDialog = ({ studentId, name, handle }: NoteDialogProps) => {
  const addedTitle = `Note about ${name} added`
  const form = useNewNote({ studentId, addedTitle, onAdded: () => handle.close() })
  return (
    <FormDialog {...handle.dialog} title={`Note about ${name}`} size="md" form={form} submitLabel="Add note">
      <f.RichText name="body" label="Note" limit={richTextLimit} isWanted onEntered={nothing} />
    </FormDialog>
  )
}

const nothing = (): void => undefined
