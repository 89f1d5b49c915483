import type { Editor } from '@tiptap/react'
import { AtSign } from 'lucide-react'
import { Combobox, type ComboboxOption } from '../controls/combobox.tsx'
import { Field } from '../controls/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Popover } from '../overlays/popover.tsx'

/** The fields and documents that a text can mention: each option's value is its URL. */
export interface Mentions {
  /** The student whose record the URLs open; other URLs inside Shipmate aren't saved. */
  readonly student: number
  readonly options: readonly ComboboxOption<string>[]
}

interface MentionControlProps {
  editor: Editor
  mentions: Mentions
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** Called when closed without a choice. */
  onLeft: () => void
}

/** Renders the control that inserts the name of a field or a document as a link. */
export const MentionControl = (props: MentionControlProps) => {
  const { editor, mentions, isOpen, onOpenChange, onLeft } = props
  const mention = (address: string | null): void => {
    const option = mentions.options.find(({ value }) => value === address)
    if (!option) return
    onOpenChange(false)
    const link = { type: 'link', attrs: { href: option.value } }
    editor
      .chain()
      .focus()
      .insertContent([
        { type: 'text', text: option.label, marks: [link] },
        { type: 'text', text: ' ' },
      ])
      .run()
  }
  return (
    <Popover
      label="Mention a field or document"
      className="w-80"
      open={isOpen}
      onOpenChange={(open) => {
        onOpenChange(open)
        if (!open) onLeft()
      }}
      trigger={<IconButton icon={AtSign} label="Mention a field or document" />}
    >
      <div className="p-3">
        <Field label="Field or document">
          <Combobox
            options={mentions.options}
            value={null}
            onChange={mention}
            limit={150}
            emptyText="No matching fields or documents"
          />
        </Field>
      </div>
    </Popover>
  )
}
