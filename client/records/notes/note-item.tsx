import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import { pinNote, removeNote, replaceNoteBody } from '#contract/records/notes/endpoints.ts'
import type { StudentNote } from '#contract/records/notes/shapes.ts'
import { richTextLimit } from '#contract/platform/rich-text.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Avatar } from '#client/platform/ui/text/avatar.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { RichText } from '#client/platform/ui/rich-text/rich-text.tsx'
import { noteReads } from './use-new-note.ts'
import { useMentions } from './use-mentions.ts'

const f = fieldsOf<{ body: string }>()

interface NoteItemProps {
  note: StudentNote
  /** The name of the policy year it's about. */
  year: string | null
}

/** Renders a note: everyone can read and pin it; its author or a Shipmate Admin can change and remove it. */
export const NoteItem = ({ note, year }: NoteItemProps) => {
  const user = useUser()
  const [isEditing, setEditing] = useState(false)
  const mayChange = isAdmin(user) || note.author?.id === user.id
  const who = note.author?.name ?? 'Shipmate'
  return (
    <li className="rounded-card p-4 shadow-line">
      <div className="mb-2 flex items-center gap-2">
        <Avatar name={who} />
        <span className="font-medium">{who}</span>
        <Ago at={note.created_at} className="text-label text-ink-3" />
        {year !== null && <Pill tone="neutral">{year}</Pill>}
        {note.pinned && <Pill tone="info">Pinned</Pill>}
        <span className="ml-auto flex">
          <PinButton note={note} />
          {mayChange && <IconButton icon={Pencil} label="Edit note" onClick={() => setEditing(true)} />}
          {mayChange && <RemoveButton note={note} />}
        </span>
      </div>
      {isEditing ? (
        <EditNote note={note} onDone={() => setEditing(false)} />
      ) : (
        <RichText html={note.body} student={note.student_id} className="break-words" />
      )}
    </li>
  )
}

const PinButton = ({ note }: { note: StudentNote }) => {
  const { send, isSending } = useSend(pinNote, { refreshes: noteReads })
  return (
    <IconButton
      icon={note.pinned ? PinOff : Pin}
      label={note.pinned ? 'Unpin note' : 'Pin note'}
      disabled={isSending}
      onClick={() =>
        void send({
          params: { id: note.id },
          body: { pinned: !note.pinned, version: note.version },
        }).catch(() => undefined)
      }
    />
  )
}

const RemoveButton = ({ note }: { note: StudentNote }) => {
  const offerUndo = useUndo(noteReads)
  const { send, isSending } = useSend(removeNote, { refreshes: noteReads })
  const remove = async (): Promise<void> => {
    const { changeId } = await send({ params: { id: note.id } })
    offerUndo({ changeId, title: 'Note removed' })
  }
  return (
    <IconButton
      icon={Trash2}
      label="Remove note"
      disabled={isSending}
      // the query cache reports a failure
      onClick={() => void remove().catch(() => undefined)}
    />
  )
}

const EditNote = ({ note, onDone }: { note: StudentNote; onDone: () => void }) => {
  const offerUndo = useUndo(noteReads)
  const { send } = useSend(replaceNoteBody, { refreshes: noteReads, quiet: true })
  const form = useRecordForm<{ body: string }, typeof replaceNoteBody.body>({
    schema: replaceNoteBody.body,
    defaults: { body: note.body },
    extra: { version: note.version },
    literal: ['body'],
    draft: { form: `note-edit:${note.id}`, version: note.version },
    onSubmit: async (body) => {
      const { changeId } = await send({ params: { id: note.id }, body })
      offerUndo({ changeId, title: 'Note saved' })
      onDone()
    },
  })
  return (
    <Form form={form} className="gap-2">
      <f.RichText name="body" label="Note" hideLabel limit={richTextLimit} mentions={useMentions()} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <SubmitButton form={form}>Save</SubmitButton>
      </div>
    </Form>
  )
}
