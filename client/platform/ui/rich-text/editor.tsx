import { Node, type Editor, type Extensions } from '@tiptap/core'
import type { EditorProps } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  isMediaPath,
  longTextLimit,
  isAllowedLink,
  type RichTextProfile,
} from '#contract/platform/rich-text.ts'
import { Button } from '../controls/button.tsx'
import { useFieldControl } from '../controls/field.tsx'
import { keyNameOf } from '../focus/screen-keys.ts'
import { cx } from '../styles/cx.ts'
import { Banner } from '../states/banner.tsx'
import { Alignment } from './alignment.ts'
import { cleanForEditor } from './clean.ts'
import { createFormText, useFormText, type Parse } from './form-text.ts'
import { MentionControl, type Mentions } from './mention-control.tsx'
import { MergeFieldControl, useMergeFields } from './merge-field-control.tsx'
import { markFields, type MergeFieldChoice } from './merge-field-syntax.ts'
import { createPaste, pasteLimit } from './paste.ts'
import type { PickPicture } from './picture-control.tsx'
import { Toolbar } from './toolbar.tsx'

export interface RichTextEditorProps {
  /** Stored rich text; '' for none. */
  value: string
  onChange: (html: string) => void
  onBlur?: () => void
  label: string
  /** Whether images are allowed. */
  profile?: RichTextProfile
  /** Maximum number of characters, including formatting; defaults to the limit for a setup document. */
  limit?: number
  /** Set to focus the editor: the cursor goes to the end, and `onEntered` is called. */
  isWanted?: boolean
  /** Options to mention, from the toolbar and by typing '@'; without it there are no mentions. */
  mentions?: Mentions | undefined
  /** Fields that are filled in for each reader: `{{name}}` in the text becomes a chip. It doesn’t change later. */
  mergeFields?: readonly MergeFieldChoice[] | undefined
  /** Lets the user choose an image from the toolbar; without it there are no images. */
  pickPicture?: PickPicture | undefined
  onEntered?: () => void
}

/** The extensions match the whitelist (contract/platform/rich-text.ts): anything else, typed or pasted, is dropped. */
const extensionsFor = (student: number | undefined, profile: RichTextProfile) => [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    // an empty line added after a heading or a quote on focus would be a change that the user didn't make
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      protocols: ['http', 'https', 'ftp'],
      isAllowedUri: (url) => isAllowedLink(url, student),
      // in plain text, or pasted over a selection, 'www.example.com' and 'a@b.co' would become links that aren't
      // saved
      shouldAutoLink: (url) => isAllowedLink(url, student),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Alignment,
  ...(profile === 'website' ? [Picture] : []),
]

/** Renders the rich-text editor; its value is '' if the text is empty. */
export const RichTextEditor = (props: RichTextEditorProps) => {
  const { value, onChange, onBlur, label, mentions, pickPicture, limit = longTextLimit } = props
  const control = useFieldControl()
  const [isRefused, setRefused] = useState(false)
  const [leftOut, setLeftOut] = useState<string | null>(null)
  const [isLinking, setLinking] = useState(false)
  const merge = useMergeFields(props.mergeFields)
  const { text, extensions, parse } = useParts(props, merge.extensions, {
    onRefused: () => setRefused(true),
    onLeftOut: setLeftOut,
  })
  const { asked, setAsked, askAt } = useAsked(mentions)
  const editor = useEditor({
    extensions,
    content: parse(value),
    // styles come from our own stylesheet: the content security policy blocks others
    injectCSS: false,
    editorProps: { ...keysOf(askAt, () => setLinking(true)), attributes: attributesOf(control, label) },
    onUpdate: ({ editor: changed }) => onChange(text.reported.add(text.read(changed))),
    onBlur: () => onBlur?.(),
  })
  useFormText(editor, { text, parse }, value)
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
      )}
    >
      {editor && (
        <Toolbar {...{ editor, pickPicture, isLinking }} onLinking={setLinking}>
          {mention}
          <MergeFieldControl {...merge} editor={editor} />
        </Toolbar>
      )}
      {isRefused && <TooLong limit={limit} onClose={() => setRefused(false)} />}
      <EditorContent editor={editor} />
      <output className="block px-2.5 text-label text-ink-2 not-empty:pb-2">{leftOut}</output>
    </div>
  )
}

/** Characters per page of a document, including formatting. */
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
        The text is too long to paste. You can paste up to {room.toLocaleString('en-US')} characters with
        formatting at once, about {Math.round(room / pageLength)} pages. Paste a shorter part.
      </Banner>
    </div>
  )
}

/** Creates the editor's extensions once. */
const useParts = (
  { mentions, mergeFields, profile = 'plain', limit = longTextLimit }: RichTextEditorProps,
  more: Extensions,
  on: Pick<Parameters<typeof createPaste>[0], 'onRefused' | 'onLeftOut'>,
) => {
  const student = mentions?.student
  const hasFields = mergeFields !== undefined
  const place = useMemo(() => ({ profile, student }), [profile, student])
  const parse = useMemo<Parse>(
    () => (html) => (hasFields ? markFields(cleanForEditor(html, place)) : cleanForEditor(html, place)),
    [hasFields, place],
  )
  const [parts] = useState(() => {
    const text = createFormText()
    const room = (editor: Editor) => limit - text.read(editor).length
    const paste = createPaste({ place, room, ...on })
    return { text, extensions: [...extensionsFor(place.student, profile), paste, ...more] }
  })
  return { ...parts, parse }
}

/** What typing does besides writing: it asks for a mention, and ⌘K or Ctrl-K for a link. */
const keysOf = (
  askAt: (state: Editor['state'], from: number, typed: string) => boolean,
  onLink: () => void,
): EditorProps => ({
  handleKeyDown: ({ state }, event) => {
    if (!isLinkKey(event)) return askAt(state, state.selection.from, event.key)
    // not the search, which has the same keys elsewhere
    event.stopPropagation()
    onLink()
    return true
  },
  // on-screen keyboards report no key names
  handleTextInput: ({ state }, from, _to, typed) => askAt(state, from, typed),
})

/** ⌘K or Ctrl-K */
const isLinkKey = (event: KeyboardEvent): boolean => keyNameOf(event) === 'Mod+k' && !event.altKey

/** Keeps whether the mention list is open: by '@' at the start of a word, or by its button. */
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

/** Focuses the editor when requested, once per request. */
const useWanted = (editor: Editor | null, { isWanted = false, onEntered }: RichTextEditorProps): void => {
  const notifyEntered = useEffectEvent(() => onEntered?.())
  useEffect(() => {
    // an editor that was destroyed before it was mounted is followed by another
    if (!editor || editor.isDestroyed || !isWanted) return
    editor.commands.focus('end')
    notifyEntered()
  }, [editor, isWanted])
}

/** Returns whether a word starts there: the '@' of an email address is no mention. */
const isWordStart = (doc: Editor['state']['doc'], from: number): boolean => {
  const place = doc.resolve(from)
  const before = doc.textBetween(place.start(), from, undefined, ' ')
  return before === '' || /\s$/.test(before)
}

const textOf = (element: Element, name: string): string => element.getAttribute(name) ?? ''

/** An image from the school's own uploads, with alt text. Others are dropped. */
const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '', parseHTML: (element) => textOf(element, 'src') },
    alt: { default: '', parseHTML: (element) => textOf(element, 'alt') },
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => isMediaPath(textOf(element, 'src')) && null }],
  renderHTML: ({ HTMLAttributes: attributes }) => ['img', attributes],
})
