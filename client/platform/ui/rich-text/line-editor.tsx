import { Node, type Editor, type JSONContent } from '@tiptap/core'
import { Fragment, Slice, type Schema } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useState } from 'react'
import { useFieldControl } from '../controls/field.tsx'
import { cx } from '../styles/cx.ts'
import { mergeFieldNode, textOfField } from './merge-field.ts'
import { MergeFieldControl, useMergeFields } from './merge-field-control.tsx'
import { piecesOfText, type MergeFieldChoice } from './merge-field-syntax.ts'
import { useForgotten, useReported } from './reported.ts'

interface LineEditorProps {
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  label: string
  fields: readonly MergeFieldChoice[]
  /** Several lines, as in the plain-text part of an email; otherwise Enter adds no line. */
  isMultiline?: boolean
}

/** Renders an editor of plain text with merge fields as chips. */
export const LineEditor = (props: LineEditorProps) => {
  const { value, onChange, onBlur, label, fields, isMultiline = false } = props
  const control = useFieldControl()
  const merge = useMergeFields(fields)
  const [extensions] = useState(() => [...extensionsFor(isMultiline), ...merge.extensions])
  const reported = useReported()
  const editor = useEditor({
    extensions,
    content: contentOf(value),
    injectCSS: false,
    editorProps: {
      attributes: attributesOf(control, label, isMultiline),
      handleKeyDown: (_view, { key }) => key === 'Enter' && !isMultiline,
      handlePaste: (view, event) => {
        const text = event.clipboardData?.getData('text/plain') ?? ''
        const lines = linesOf(isMultiline ? text : text.replaceAll(/\s*[\r\n]+\s*/g, ' '))
        view.dispatch(view.state.tr.replaceSelection(sliceOf(view.state.schema, lines)).scrollIntoView())
        return true
      },
    },
    onUpdate: ({ editor: changed }) => onChange(reported.add(readText(changed))),
    onBlur: () => onBlur?.(),
  })
  useForgotten(editor, reported)
  useEffect(() => {
    if (!editor || editor.isDestroyed) return
    if (readText(editor) === value) return reported.clear()
    if (reported.has(value)) return
    reported.clear()
    editor.commands.setContent(contentOf(value), { emitUpdate: false })
  }, [editor, reported, value])
  return (
    <div
      className={cx(
        'flex items-start rounded-control bg-raised shadow-control focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ring',
        control['aria-invalid'] === true && 'shadow-invalid',
      )}
    >
      <EditorContent editor={editor} className="min-w-0 flex-1" />
      {editor && (
        <span className="p-0.5">
          <MergeFieldControl {...merge} editor={editor} />
        </span>
      )}
    </div>
  )
}

const extensionsFor = (isMultiline: boolean) => [
  Node.create({ name: 'doc', topNode: true, content: isMultiline ? 'paragraph+' : 'paragraph' }),
  StarterKit.configure({
    document: false,
    blockquote: false,
    bold: false,
    bulletList: false,
    code: false,
    codeBlock: false,
    hardBreak: false,
    heading: false,
    horizontalRule: false,
    italic: false,
    link: false,
    listItem: false,
    listKeymap: false,
    orderedList: false,
    strike: false,
    trailingNode: false,
    underline: false,
  }),
]

const attributesOf = (
  control: ReturnType<typeof useFieldControl>,
  label: string,
  isMultiline: boolean,
): Record<string, string> => ({
  role: 'textbox',
  'aria-multiline': String(isMultiline),
  'aria-label': label,
  class: cx(
    'px-2.5 whitespace-pre-wrap outline-none',
    isMultiline ? 'min-h-28 py-2' : 'py-1.5 coarse:py-2.5',
  ),
  ...(control.id === undefined ? {} : { id: control.id }),
  ...(control['aria-describedby'] === undefined ? {} : { 'aria-describedby': control['aria-describedby'] }),
})

const linesOf = (text: string): string[] => text.split(/\r\n?|\n/)

const contentOf = (value: string): JSONContent => ({
  type: 'doc',
  content: linesOf(value).map((line) => ({
    type: 'paragraph',
    content: piecesOfText(line).map(({ text, isField }) =>
      isField ? { type: mergeFieldNode, attrs: { text } } : { type: 'text', text },
    ),
  })),
})

/** Returns lines as content to paste: the first joins the line with the cursor, the last the text after it. */
const sliceOf = (schema: Schema, lines: readonly string[]): Slice => {
  const content = lines.map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]))
  return new Slice(Fragment.from(content), 1, 1)
}

const readText = ({ state: { doc } }: Editor): string =>
  doc.textBetween(0, doc.content.size, '\n', (node) => textOfField(node))
