import { useState } from 'react'
import { createNote, listNotes } from '#contract/records/notes/endpoints.ts'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import { richTextLimit } from '#contract/platform/rich-text.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { useMentions } from './use-mentions.ts'

const f = fieldsOf<{ body: string }>()

/** Endpoints to reload after a note was added, changed or removed. */
export const noteReads = [listNotes, listHistoryEntries] as const

interface NoteComposerProps {
  studentId: number
  /** Set to focus the editor from elsewhere in the record. */
  isWanted: boolean
  onEntered: () => void
}

/** Renders the editor of a new note, with a draft. After adding it, the next note can be written at once. */
export const NoteComposer = ({ isWanted, ...props }: NoteComposerProps) => {
  const [round, setRound] = useState(0)
  const [isNext, setNext] = useState(false)
  return (
    <Composer
      key={round}
      {...props}
      isWanted={isWanted || isNext}
      onEntered={() => {
        setNext(false)
        if (isWanted) props.onEntered()
      }}
      onAdded={() => {
        setRound(round + 1)
        setNext(true)
      }}
    />
  )
}

const Composer = (props: NoteComposerProps & { onAdded: () => void }) => {
  const { studentId, isWanted, onEntered, onAdded } = props
  const mentions = useMentions()
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
      offerUndo({ changeId, title: 'Note added' })
    },
  })
  // after the draft was removed: otherwise the next note would start with the one just added
  const add = async () => {
    if (await form.save()) onAdded()
  }
  const submit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    void add()
  }
  return (
    <Form form={{ ...form, submit }} className="gap-2">
      <f.RichText name="body" label="New note" limit={richTextLimit} {...{ isWanted, onEntered, mentions }} />
      <div className="flex justify-end">
        <SubmitButton form={form}>Add note</SubmitButton>
      </div>
    </Form>
  )
}
