import { useEditorState, type Editor } from '@tiptap/react'
import { Link } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { isWebAddress } from '#contract/rich-text.ts'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Popover } from '../overlays/popover.tsx'
import { TextInput } from '../controls/text-input.tsx'

/** Sets, changes or takes away the link of the selected text. */
export const LinkControl = ({ editor, label }: { editor: Editor; label: string }) => {
  const [isOpen, setOpen] = useState(false)
  const isOn = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('link') })
  return (
    <Popover
      label={label}
      className="w-80"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          icon={Link}
          label={label}
          aria-pressed={isOn}
          className="aria-pressed:bg-pressed aria-pressed:text-ink"
        />
      }
    >
      <LinkForm editor={editor} isOn={isOn} onDone={() => setOpen(false)} />
    </Popover>
  )
}

const hrefAt = (editor: Editor): string => {
  const href: unknown = editor.getAttributes('link')['href']
  return typeof href === 'string' ? href : ''
}

const LinkForm = ({ editor, isOn, onDone }: { editor: Editor; isOn: boolean; onDone: () => void }) => {
  const [address, setAddress] = useState(() => hrefAt(editor))
  const [error, setError] = useState<string | undefined>(undefined)
  const link = () => editor.chain().focus().extendMarkRange('link')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    // the form around the editor is not meant
    event.stopPropagation()
    const href = address.trim()
    if (!isWebAddress(href))
      return setError('A link begins with https://, http:// or ftp:// and names a site.')
    link().setLink({ href }).run()
    onDone()
  }
  const remove = () => {
    link().unsetLink().run()
    onDone()
  }
  return (
    <form className="flex flex-col gap-3 p-3" onSubmit={apply}>
      <Field label="Address" error={error}>
        <TextInput
          value={address}
          placeholder="https://"
          inputMode="url"
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        {isOn && (
          <Button size="sm" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button size="sm" variant="primary" type="submit">
          Link
        </Button>
      </div>
    </form>
  )
}
