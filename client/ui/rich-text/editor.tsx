import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useEffectEvent } from 'react'
import { isWebAddress } from '#contract/rich-text.ts'
import { cx } from '../cx.ts'
import { useFieldControl } from '../field.tsx'
import { Alignment } from './alignment.ts'
import { cleanPaste } from './clean.ts'
import { Toolbar } from './toolbar.tsx'

export interface RichTextEditorProps {
  /** Stored rich text; '' for none. */
  value: string
  onChange: (html: string) => void
  onBlur?: () => void
  label: string
  className?: string
  /** Asked from outside to be written in: the cursor goes to its end, and `onEntered` is told. */
  isWanted?: boolean
  onEntered?: () => void
}

/** The extensions are the whitelist (contract/rich-text.ts): what is none of these is not in the text, typed or pasted. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      autolink: false,
      protocols: ['http', 'https', 'ftp'],
      isAllowedUri: (url) => isWebAddress(url),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Alignment,
]

/** The text with its form, edited; '' when there is nothing in it. */
export const RichTextEditor = (props: RichTextEditorProps) => {
  const { value, onChange, onBlur, label, className, isWanted = false, onEntered } = props
  const control = useFieldControl()
  const editor = useEditor({
    extensions,
    content: value,
    // styles come from our own sheet: the page allows none of others
    injectCSS: false,
    editorProps: {
      transformPastedHTML: cleanPaste,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'rich-text min-h-20 px-2.5 py-2 outline-none',
        ...(control.id === undefined ? {} : { id: control.id }),
        ...(control['aria-describedby'] === undefined
          ? {}
          : { 'aria-describedby': control['aria-describedby'] }),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    onBlur: () => onBlur?.(),
  })
  useTold(editor, value)
  useEffect(() => {
    if (!editor || !isWanted) return
    editor.commands.focus('end')
    onEntered?.()
    // once each time it is asked for
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor, isWanted])
  const isInvalid = control['aria-invalid'] === true
  return (
    <div
      className={cx(
        'rounded-control bg-raised shadow-control focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ring',
        isInvalid && 'shadow-invalid',
        className,
      )}
    >
      {editor && <Toolbar editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  )
}

/** A text that comes from outside (a draft, a discarded form) replaces what stands there. */
const useTold = (editor: Editor | null, value: string): void => {
  const present = useEditorState({
    editor,
    selector: ({ editor: current }) => (current && !current.isEmpty ? current.getHTML() : ''),
  })
  // only what is told from outside, not what is typed
  const replace = useEffectEvent((one: Editor, told: string) => {
    if (told !== present) one.commands.setContent(told, { emitUpdate: false })
  })
  useEffect(() => {
    if (editor) replace(editor, value)
  }, [editor, value])
}
