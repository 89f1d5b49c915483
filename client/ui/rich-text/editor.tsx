import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { longTextLimit, mayLeadTo, type RichTextProfile } from '#contract/rich-text.ts'
import { Banner } from '../states/banner.tsx'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { useFieldControl } from '../controls/field.tsx'
import { Alignment } from './alignment.ts'
import { cleanForEditor, type TextPlace } from './clean.ts'
import { MentionControl, type Mentions } from './mention-control.tsx'
import { createPaste, pasteLimit } from './paste.ts'
import type { PickPicture } from './picture-control.tsx'
import { Picture } from './picture.ts'
import { createToldText, type ToldText } from './told-text.ts'
import { Toolbar } from './toolbar.tsx'

export interface RichTextEditorProps {
  /** Stored rich text; '' for none. */
  value: string
  onChange: (html: string) => void
  onBlur?: () => void
  label: string
  className?: string
  /** Whether pictures may stand in it. */
  profile?: RichTextProfile
  /** Characters that are taken, with their form; all that a text of a document may have, unless it is said. */
  limit?: number
  /** Asked from outside to be written in: the cursor goes to its end, and `onEntered` is told. */
  isWanted?: boolean
  /** What may be mentioned, by the toolbar and by typing '@'; nothing where it is absent. */
  mentions?: Mentions | undefined
  /** Lets a person choose a picture, by the toolbar; nothing where it is absent. */
  pickPicture?: PickPicture | undefined
  onEntered?: () => void
}

/** The extensions are the whitelist (contract/rich-text.ts): what is none of these is not in the text, typed or pasted. */
const extensionsFor = (student: number | undefined, profile: RichTextProfile) => [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    // an empty line after a heading or a quote, as soon as somebody enters it, would be a change that nobody made
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      protocols: ['http', 'https', 'ftp'],
      isAllowedUri: (url) => mayLeadTo(url, student),
      // a lone address over a selection, or in plain text: 'www.example.com' and 'a@b.co' would be links that are not kept
      shouldAutoLink: (url) => mayLeadTo(url, student),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Alignment,
  ...(profile === 'website' ? [Picture] : []),
]

/** The text with its form, edited; '' when there is nothing in it. */
export const RichTextEditor = (props: RichTextEditorProps) => {
  const { value, onChange, onBlur, label, className, mentions, pickPicture, limit = longTextLimit } = props
  const control = useFieldControl()
  const [isRefused, setRefused] = useState(false)
  const { text, place, extensions } = useParts(props, limit, () => setRefused(true))
  const { asked, setAsked, askAt } = useAsked(mentions)
  const editor = useEditor({
    extensions,
    content: cleanForEditor(value, place),
    // styles come from our own sheet: the page allows none of others
    injectCSS: false,
    editorProps: {
      handleKeyDown: ({ state }, event) => askAt(state, state.selection.from, event.key),
      // keyboards on glass name no keys
      handleTextInput: ({ state }, from, _to, typed) => askAt(state, from, typed),
      attributes: attributesOf(control, label),
    },
    onUpdate: ({ editor: changed }) => onChange(text.read(changed)),
    onBlur: () => onBlur?.(),
  })
  useTold(editor, { text, place }, value)
  useWanted(editor, props)
  const isInvalid = control['aria-invalid'] === true
  const mention = editor && mentions && (
    <MentionControl
      {...{ editor, mentions }}
      isOpen={asked !== null}
      onOpenChange={(open) => setAsked(open ? 'pressed' : null)}
      onLeft={() => asked === 'typed' && editor.chain().focus().insertContent('@').run()}
    />
  )
  return (
    <div
      className={cx(
        'rounded-control bg-raised shadow-control focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ring',
        isInvalid && 'shadow-invalid',
        className,
      )}
    >
      {editor && <Toolbar {...{ editor, pickPicture, mention }} />}
      {isRefused && <TooLong limit={limit} onClose={() => setRefused(false)} />}
      <EditorContent editor={editor} />
    </div>
  )
}

/** Characters of a page of a document, with its formatting. */
const pageLength = 5000

const TooLong = ({ limit, onClose }: { limit: number; onClose: () => void }) => {
  const room = Math.min(limit, pasteLimit)
  return (
    <div className="border-b border-line p-1.5">
      <Banner
        tone="warning"
        actions={
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
        }
      >
        Nothing was pasted: it’s too long. One paste can have {room.toLocaleString('en-US')} characters with
        their formatting, about {Math.round(room / pageLength)} pages. Paste a part of it.
      </Banner>
    </div>
  )
}

/** What an editor is made of, once. */
const useParts = (
  { mentions, profile = 'plain' }: RichTextEditorProps,
  limit: number,
  onRefused: () => void,
) => {
  const student = mentions?.student
  const place = useMemo(() => ({ profile, student }), [profile, student])
  const [parts] = useState(() => {
    const text = createToldText()
    const room = (editor: Editor) => limit - text.read(editor).length
    const paste = createPaste({ place, room, onRefused })
    return { text, extensions: [...extensionsFor(place.student, profile), paste] }
  })
  return { ...parts, place }
}

/** Whether something is to be mentioned: by '@' at the begin of a word, or by its button. */
const useAsked = (mentions: Mentions | undefined) => {
  const [asked, setAsked] = useState<'typed' | 'pressed' | null>(null)
  const askAt = ({ doc }: Editor['state'], from: number, typed: string): boolean => {
    const isAsked = mentions !== undefined && typed === '@' && isWordStart(doc, from)
    if (isAsked) setAsked('typed')
    return isAsked
  }
  return { asked, setAsked, askAt }
}

const attributesOf = (
  control: ReturnType<typeof useFieldControl>,
  label: string,
): Record<string, string> => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  class: 'rich-text min-h-20 px-2.5 py-2 whitespace-pre-wrap outline-none',
  ...(control.id === undefined ? {} : { id: control.id }),
  ...(control['aria-describedby'] === undefined ? {} : { 'aria-describedby': control['aria-describedby'] }),
})

/** Puts the cursor into the text where it is asked for, once each time. */
const useWanted = (editor: Editor | null, { isWanted = false, onEntered }: RichTextEditorProps): void => {
  const tell = useEffectEvent(() => onEntered?.())
  useEffect(() => {
    // one that was given up before it was mounted is followed by another
    if (!editor || editor.isDestroyed || !isWanted) return
    editor.commands.focus('end')
    tell()
  }, [editor, isWanted])
}

/** Whether a word begins there: the '@' of an email address mentions nothing. */
const isWordStart = (doc: Editor['state']['doc'], from: number): boolean => {
  const place = doc.resolve(from)
  const before = doc.textBetween(place.start(), from, undefined, ' ')
  return before === '' || /\s$/.test(before)
}

/** A text that comes from outside (a draft, a discarded form) replaces what stands there. */
const useTold = (
  editor: Editor | null,
  { text, place }: { text: ToldText; place: TextPlace },
  value: string,
): void => {
  useEffect(() => {
    // one that is being replaced (a render that was given up) has no text to tell any more
    if (!editor || editor.isDestroyed) return
    if (!text.isNew(editor)) {
      if (text.read(editor) === value) return
      editor.commands.setContent(cleanForEditor(value, place), { emitUpdate: false })
    }
    text.take(editor, value)
  }, [editor, text, place, value])
}
