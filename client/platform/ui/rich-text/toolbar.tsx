import { Selection } from '@tiptap/pm/state'
import { useEditorState, type Editor } from '@tiptap/react'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  RemoveFormatting,
  Strikethrough,
  Underline,
  type LucideIcon,
} from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import {
  emailOfLink,
  isWebAddress,
  richTextToolbar,
  type RichTextControl,
} from '#contract/platform/rich-text.ts'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { Popover } from '../overlays/popover.tsx'
import { PictureControl, type PickPicture } from './picture-control.tsx'

const isLink = (control: RichTextControl): control is 'link' => control === 'link'

interface ToolbarProps {
  editor: Editor
  /** For texts with images; shown after the other controls. */
  pickPicture: PickPicture | undefined
  /** Whether the form of a link is open: by its button or by its keys. */
  isLinking: boolean
  onLinking: (isOpen: boolean) => void
  /** The controls of texts with mentions or merge fields. */
  children: ReactNode
}

/** Renders the toolbar's groups; Tab reaches each control, and the text keeps its selection. */
export const Toolbar = ({ editor, pickPicture, isLinking, onLinking, children }: ToolbarProps) => {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      Object.entries(controls)
        .filter(([, { isOn }]) => isOn(current))
        .map(([name]) => name),
  })
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex flex-wrap gap-x-2 border-b border-line px-1 py-0.5"
    >
      {richTextToolbar.map((group) => (
        <span key={group[0].control} className="flex">
          {group.map(({ control, label }) =>
            isLink(control) ? (
              <LinkControl
                key={control}
                editor={editor}
                label={label}
                isOpen={isLinking}
                onOpenChange={onLinking}
              />
            ) : (
              <IconButton
                key={control}
                icon={controls[control].icon}
                label={label}
                aria-pressed={active.includes(control)}
                className="aria-pressed:bg-pressed aria-pressed:text-ink"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => controls[control].run(editor)}
              />
            ),
          )}
        </span>
      ))}
      {pickPicture && <PictureControl editor={editor} pick={pickPicture} />}
      {children}
    </div>
  )
}

interface ControlFace {
  readonly icon: LucideIcon
  /** Whether it's active at the cursor. */
  readonly isOn: (editor: Editor) => boolean
  readonly run: (editor: Editor) => void
}

const never = () => false

/** The toolbar's controls; the link control is separate because it asks for a URL. */
const controls: Readonly<Record<Exclude<RichTextControl, 'link'>, ControlFace>> = {
  heading_2: {
    icon: Heading2,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  heading_3: {
    icon: Heading3,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  bold: {
    icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  italic: {
    icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  underline: {
    icon: Underline,
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  strike: {
    icon: Strikethrough,
    isOn: (editor) => editor.isActive('strike'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  ordered_list: {
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  bullet_list: {
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  blockquote: {
    icon: Quote,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  align_left: {
    icon: AlignLeft,
    isOn: never,
    run: (editor) => editor.chain().focus().align(null).run(),
  },
  align_center: {
    icon: AlignCenter,
    isOn: (editor) => editor.isActive({ align: 'align-center' }),
    run: (editor) => editor.chain().focus().align('align-center').run(),
  },
  align_right: {
    icon: AlignRight,
    isOn: (editor) => editor.isActive({ align: 'align-right' }),
    run: (editor) => editor.chain().focus().align('align-right').run(),
  },
  clean: {
    icon: RemoveFormatting,
    isOn: never,
    run: (editor) => editor.chain().focus().clearNodes().unsetAllMarks().align(null).run(),
  },
}

interface LinkControlProps {
  editor: Editor
  label: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Renders the control that sets, changes or removes the link of the selected text. */
const LinkControl = ({ editor, label, isOpen, onOpenChange }: LinkControlProps) => {
  const isOn = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('link') })
  return (
    <Popover
      label={label}
      className="w-80"
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <IconButton
          icon={Link}
          label={label}
          aria-pressed={isOn}
          className="aria-pressed:bg-pressed aria-pressed:text-ink"
        />
      }
    >
      <LinkForm editor={editor} isOn={isOn} onDone={() => onOpenChange(false)} />
    </Popover>
  )
}

const hrefAt = (editor: Editor): string => {
  const href: unknown = editor.getAttributes('link')['href']
  return typeof href === 'string' ? href : ''
}

/** Returns the address that was meant: without a scheme it’s a website or an email address. */
const addressOf = (typed: string): string => {
  if (/^[^\s@/:]+@[^\s@/:]+$/.test(typed)) return `mailto:${typed}`
  return !/^[a-z]+:/i.test(typed) && isWebAddress(`https://${typed}`) ? `https://${typed}` : typed
}

/** Writes an email address after the selected text, because links to email addresses aren’t kept. */
const writeEmail = (editor: Editor, email: string): void => {
  const { from, to } = editor.state.selection
  if (editor.state.doc.textBetween(from, to).includes(email)) return
  // the selection of a whole text ends after its last paragraph
  const end = Selection.near(editor.state.doc.resolve(to), -1).to
  editor
    .chain()
    .focus()
    .insertContentAt(end, from === to ? email : ` (${email})`)
    .run()
}

const LinkForm = ({ editor, isOn, onDone }: { editor: Editor; isOn: boolean; onDone: () => void }) => {
  const [address, setAddress] = useState(() => hrefAt(editor))
  const [error, setError] = useState<string | undefined>(undefined)
  const link = () => editor.chain().focus().extendMarkRange('link')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    // don't submit the form around the editor
    event.stopPropagation()
    const href = addressOf(address.trim())
    const email = emailOfLink(href)
    if (email !== null) writeEmail(editor, email)
    else if (isWebAddress(href)) link().setLink({ href }).run()
    else return setError('Enter a web address, for example www.lakeside.edu.')
    onDone()
  }
  const remove = () => {
    link().unsetLink().run()
    onDone()
  }
  return (
    <form className="flex flex-col gap-3 p-3" onSubmit={apply}>
      <Field label="URL" error={error}>
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
