import { useState } from 'react'
import { richTextLimit } from '#contract/platform/rich-text.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { useMentions } from './use-mentions.ts'
import { useNewNote } from './use-new-note.ts'

const f = fieldsOf<{ body: string }>()

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
  const form = useNewNote({ studentId, addedTitle: 'Note added' })
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
