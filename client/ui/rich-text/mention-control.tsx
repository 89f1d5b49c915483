import type { Editor } from '@tiptap/react'
import { AtSign } from 'lucide-react'
import { Combobox, type ComboboxOption } from '../controls/combobox.tsx'
import { Field } from '../controls/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Popover } from '../overlays/popover.tsx'

/** What a text may mention: each option's value is the address that it leads to. */
export interface Mentions {
  /** Whose record the addresses lead into; no other address inside the product is kept. */
  readonly student: number
  readonly options: readonly ComboboxOption<string>[]
}

interface MentionControlProps {
  editor: Editor
  mentions: Mentions
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** Closed without a choice. */
  onLeft: () => void
}

/** Puts the name of a field or a document into the text, as a link to it. */
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
            emptyText="No field or document is called so"
          />
        </Field>
      </div>
    </Popover>
  )
}
