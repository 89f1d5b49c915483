import { useState } from 'react'
import { addNotes, listNotes } from '#contract/notes/endpoints.ts'
import { sharedNoteLimit } from '#contract/notes/shapes.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { Textarea } from '#client/ui/controls/textarea.tsx'
import { listEndpoints } from '../state/api.ts'
import { BulkDialogFrame } from './bulk-dialog-frame.tsx'
import { noteWords, useBulkChange, type Applied } from './use-bulk-change.ts'
import { paragraphsOf } from './paragraphs.ts'
import type { Selected } from '../state/selected.ts'

interface BulkNoteDialogProps {
  selected: Selected
  count: number
  handle: DialogHandle<Applied>
}

const refreshes = [...listEndpoints, listNotes]

/** Writes the same note about every student of a selection. */
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
    // how many get it does not depend on what it says
    isWritten ? { ...selected, body: 'Note' } : null,
  )
  // who gets it; what they get stands in the field
  const sample = change.preview?.sample?.map((row) => ({ ...row, changes: [] }))
  return (
    <BulkDialogFrame
      title={`Add a note to ${formatCount(count, 'student')}`}
      description="Each student gets the note as their own, with your name and the time."
      verb="Add note"
      hint="Write the note to see how many get it."
      change={{ ...change, preview: change.preview && { ...change.preview, sample } }}
      isChosen={isWritten}
      isHeld={isLong}
      words={noteWords}
      handle={handle}
    >
      <Field
        label="Note"
        error={
          isLong
            ? `A note about many has room for ${formatNumber(sharedNoteLimit)} characters; this one is too long.`
            : undefined
        }
      >
        <Textarea rows={5} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </BulkDialogFrame>
  )
}
