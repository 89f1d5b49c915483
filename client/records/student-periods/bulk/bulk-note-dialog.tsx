import { useState } from 'react'
import { addNotes, listNotes } from '#contract/records/notes/endpoints.ts'
import { sharedNoteLimit } from '#contract/records/notes/shapes.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Textarea } from '#client/platform/ui/controls/textarea.tsx'
import { listEndpoints } from '../state/api.ts'
import { BulkDialogFrame } from './bulk-dialog-frame.tsx'
import { noteTexts, useBulkChange, type Applied } from './use-bulk-change.ts'
import { paragraphsOf } from './paragraphs.ts'
import type { RequestedSelection } from '../state/requested-selection.ts'

interface BulkNoteDialogProps {
  selected: RequestedSelection
  count: number
  handle: DialogHandle<Applied>
}

const refreshes = [...listEndpoints, listNotes]

/** Renders the dialog that adds the same note to every selected student. */
export const BulkNoteDialog = ({ selected, count, handle }: BulkNoteDialogProps) => {
  const [text, setText] = useState('')
  const dry = useSend(addNotes, { quiet: true })
  const real = useSend(addNotes, { quiet: true, refreshes })
  const body = paragraphsOf(text)
  const isWritten = body !== ''
  const isLong = body.length > sharedNoteLimit
  const change = useBulkChange(
    dry,
    real,
    isWritten ? { ...selected, body } : null,
    // the number of students doesn't depend on the text
    isWritten ? { ...selected, body: 'Note' } : null,
  )
  // the preview shows who gets the note; the text is in the field
  const sample = change.preview?.sample?.map((row) => ({ ...row, changes: [] }))
  return (
    <BulkDialogFrame
      title={`Add a note to ${formatCount(count, 'student')}`}
      description="Each student gets a separate copy of the note with your name and the time."
      verb="Add note"
      hint="Write the note to see how many students get it."
      change={{ ...change, preview: change.preview && { ...change.preview, sample } }}
      isChosen={isWritten}
      isHeld={isLong}
      words={noteTexts}
      handle={handle}
    >
      <Field
        label="Note"
        error={
          isLong
            ? `A note for several students can have up to ${formatNumber(sharedNoteLimit)} characters. Shorten it.`
            : undefined
        }
      >
        <Textarea rows={5} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </BulkDialogFrame>
  )
}
