import { Node, type Editor } from '@tiptap/core'
import type { Node as TextNode } from '@tiptap/pm/model'
import { NodeSelection, Plugin, type EditorState, type Transaction } from '@tiptap/pm/state'
import { cx } from '../styles/cx.ts'
import {
  fieldAttribute,
  findField,
  piecesOfText,
  readField,
  type MergeFieldChoice,
  type WrittenField,
} from './merge-field-syntax.ts'

interface MergeFieldOptions {
  readonly fields: readonly MergeFieldChoice[]
  /** Called with a field’s position when the user opens it. */
  readonly onOpen: (at: number) => void
  /** Called when the user types '{{'. The second brace isn’t typed. */
  readonly onAsk: () => void
}

/** The name of the node in the editor’s schema. */
export const mergeFieldNode = 'mergeField'

/** Returns a field’s text in the editor, exactly as it’s saved. */
export const textOfField = (node: TextNode): string => {
  const text: unknown = node.attrs['text']
  return typeof text === 'string' ? text : ''
}

/**
 * A merge field in a text, shown as a chip. It’s saved as the text `{{name|fallback}}`, and that text becomes a chip
 * when it’s loaded, typed or pasted. The cursor passes it as one character, so that typing can’t break it.
 */
export const createMergeField = (options: MergeFieldOptions) =>
  Node.create({
    name: mergeFieldNode,
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    draggable: true,
    addAttributes: () => ({
      text: { default: '', parseHTML: (element) => element.getAttribute(fieldAttribute) ?? '' },
    }),
    parseHTML: () => [{ tag: `span[${fieldAttribute}]` }],
    renderHTML: ({ node }) => ['span', { [fieldAttribute]: textOfField(node) }, textOfField(node)],
    renderText: ({ node }) => textOfField(node),
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('span')
        showField(dom, node, options.fields)
        return {
          dom,
          update: (next) => {
            if (next.type !== node.type) return false
            showField(dom, next, options.fields)
            return true
          },
        }
      },
    addKeyboardShortcuts: () => ({
      Enter: ({ editor }) => {
        const { selection } = editor.state
        const isOnField = selection instanceof NodeSelection && selection.node.type.name === mergeFieldNode
        if (isOnField) options.onOpen(selection.from)
        return isOnField
      },
      // browsers differ in what they delete at the edge of an element that can't be edited
      Backspace: ({ editor }) => deleteBeside(editor, 'nodeBefore'),
      Delete: ({ editor }) => deleteBeside(editor, 'nodeAfter'),
    }),
    addProseMirrorPlugins: () => [createFieldPlugin(options)],
  })

/** Makes chips of fields that are typed or pasted, opens the list for '{{', and a field that is clicked. */
const createFieldPlugin = (options: MergeFieldOptions): Plugin =>
  new Plugin({
    appendTransaction: (changes, _before, state) =>
      changes.some(({ docChanged }) => docChanged) ? replaceTyped(state) : null,
    props: {
      handleClickOn: (_view, _pos, node, at) => {
        if (node.type.name === mergeFieldNode) options.onOpen(at)
        return false
      },
      handleTextInput: ({ state }, from, _to, typed) => {
        const isAsked = typed === '{' && characterBefore(state, from) === '{'
        if (isAsked) options.onAsk()
        return isAsked
      },
    },
  })

/** Deletes the field next to the cursor as a whole; returns whether there was one. */
const deleteBeside = (editor: Editor, side: 'nodeBefore' | 'nodeAfter'): boolean => {
  const { empty, $from: at } = editor.state.selection
  if (!empty || at[side]?.type.name !== mergeFieldNode) return false
  const from = side === 'nodeBefore' ? at.pos - 1 : at.pos
  return editor.commands.deleteRange({ from, to: from + 1 })
}

/** Returns the character before a position; '' at the start of a line and after a chip. */
export const characterBefore = ({ doc }: EditorState, at: number): string =>
  doc.resolve(at).parentOffset === 0 ? '' : doc.textBetween(at - 1, at)

/** Replaces fields that were typed or pasted as text by chips; null if there are none. */
const replaceTyped = (state: EditorState): Transaction | null => {
  const type = state.schema.nodes[mergeFieldNode]
  const { tr } = state
  state.doc.descendants((node, pos) => {
    if (!type || !node.text?.includes('{{')) return
    let at = pos
    for (const { text, isField } of piecesOfText(node.text)) {
      const [from, to] = [tr.mapping.map(at), tr.mapping.map(at + text.length)]
      if (isField) tr.replaceWith(from, to, type.create({ text }, null, node.marks))
      at += text.length
    }
  })
  return tr.docChanged ? tr : null
}

/** How a field is shown, and what’s wrong with it. */
interface FieldLook {
  readonly label: string
  readonly problem: 'unknown' | 'no-fallback' | null
}

/** Returns the label of a field in a text: its name if it isn’t a known one. */
const lookOf = (field: WrittenField, fields: readonly MergeFieldChoice[]): FieldLook => {
  const known = findField(fields, field.name)
  if (!known) return { label: field.name, problem: 'unknown' }
  return { label: known.label, problem: known.canBeEmpty && field.fallback === null ? 'no-fallback' : null }
}

const problemTexts = { unknown: 'unknown field', 'no-fallback': 'no fallback' } as const

const spanOf = (className: string, text: string): HTMLSpanElement => {
  const span = document.createElement('span')
  span.className = className
  span.textContent = text
  return span
}

const showField = (dom: HTMLElement, node: TextNode, fields: readonly MergeFieldChoice[]): void => {
  const text = textOfField(node)
  const field = readField(text) ?? { name: text, fallback: null }
  const { label, problem } = lookOf(field, fields)
  dom.className = cx('merge-field', problem !== null && `merge-field-${problem}`)
  dom.replaceChildren(
    spanOf('', label),
    ...(field.fallback === null ? [] : [spanOf('merge-field-fallback', ` or “${field.fallback}”`)]),
    spanOf('sr-only', problem === null ? ', merge field' : `, merge field, ${problemTexts[problem]}`),
  )
}
