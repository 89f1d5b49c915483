import { Extension, type Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorProps } from '@tiptap/pm/view'
import type { TextPlace } from './clean.ts'
import { cleanPaste, cleanPasteInTurns } from './pasted/clean-paste.ts'
import { leftOutText } from './pasted/left-out.ts'

/** Maximum number of pasted characters including formatting, about 100 pages of Word. */
export const pasteLimit = 1_000_000

/** Number of pasted characters above which cleaning takes longer than a frame or two. */
const longFrom = 100_000

interface PasteOptions {
  readonly place: TextPlace
  /** Number of characters that still fit in the text. */
  readonly room: (editor: Editor) => number
  /** Called if nothing is pasted because it's too long. */
  readonly onRefused: () => void
  /** Called with what was left out of a paste; null if nothing was. */
  readonly onLeftOut: (text: string | null) => void
}

interface Range {
  readonly from: number
  readonly to: number
}

interface FollowedRange extends Range {
  /** Whether the text changed since it started. */
  readonly isTyped: boolean
  /** Whether the form replaced the text. */
  readonly isGone: boolean
}

/** Keeps a range up to date while the user types. */
const followRange = (editor: Editor, at: Range) => {
  const range = { from: at.from, to: at.to, isTyped: false, isGone: false }
  const follow = ({ transaction: tr }: { transaction: Transaction }): void => {
    range.from = tr.mapping.map(range.from, -1)
    range.to = tr.mapping.map(range.to, -1)
    range.isTyped ||= tr.docChanged
    range.isGone ||= tr.docChanged && tr.getMeta('preventUpdate') === true
  }
  editor.on('transaction', follow)
  const followed: FollowedRange = range
  return { range: followed, end: () => void editor.off('transaction', follow) }
}

const readTransfer = (event: ClipboardEvent | DragEvent) => {
  const data = event instanceof DragEvent ? event.dataTransfer : event.clipboardData
  const html = data?.getData('text/html') ?? ''
  return { html, length: html.length || (data?.getData('text/plain').length ?? 0) }
}

/** Returns the pasted or dropped content and its position; null if it's short or can't be pasted. */
const longPasteOf = (editor: Editor, event: ClipboardEvent | DragEvent) => {
  const { html, length } = readTransfer(event)
  // plain text needs no cleaning; content dragged within the text is moved
  const isLong = length > (html === '' ? pasteLimit : longFrom)
  const at = isLong && editor.isEditable && !editor.view.dragging ? placeOf(editor, event) : null
  return at && { html, length, at }
}

const placeOf = (editor: Editor, event: ClipboardEvent | DragEvent): Range | null => {
  if (!(event instanceof DragEvent)) return editor.state.selection
  const pos = editor.view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
  return pos === undefined ? null : { from: pos, to: pos }
}

/** Inserts clean HTML like a normal paste, as a separate undo step. The cursor of a user who kept typing stays. */
const insert = (editor: Editor, { from, to, isTyped }: FollowedRange, html: string): void => {
  const { view, state } = editor
  const range = TextSelection.between(state.doc.resolve(from), state.doc.resolve(to))
  view.dispatch(closeHistory(state.tr).setSelection(range))
  view.pasteHTML(html)
  const grown = view.state.doc.content.size - state.doc.content.size
  if (isTyped) editor.commands.setTextSelection(state.selection.to + grown)
}

/**
 * Cleans what is pasted or dropped from elsewhere with the whitelist. Rejects more than `pasteLimit`, or more than
 * fits in the text, before anything changes.
 */
export const createPaste = ({ place, room, onRefused, onLeftOut }: PasteOptions) => {
  /** Marks content that is already clean. */
  let clean: string | null = null

  const pasteLong = async (editor: Editor, html: string, at: Range): Promise<void> => {
    const { range, end } = followRange(editor, at)
    clean = await cleanPasteInTurns(html, place)
    end()
    if (editor.isDestroyed || range.isGone) return
    if (clean.length > room(editor)) onRefused()
    else {
      insert(editor, range, clean)
      onLeftOut(leftOutText(html, place))
    }
  }

  const take = (editor: Editor, event: ClipboardEvent | DragEvent): boolean => {
    const long = longPasteOf(editor, event)
    if (!long) return false
    event.preventDefault()
    if (long.length > pasteLimit) onRefused()
    else void pasteLong(editor, long.html, long.at)
    return true
  }

  return Extension.create({
    name: 'cleanedPaste',
    addProseMirrorPlugins() {
      const { editor } = this
      const props: EditorProps = {
        transformPastedHTML: (html) => {
          if (html === clean) return html
          onLeftOut(leftOutText(html, place))
          return cleanPaste(html, place)
        },
        handleDOMEvents: {
          paste: (_view, event) => take(editor, event),
          drop: (_view, event) => take(editor, event),
        },
      }
      return [new Plugin({ props })]
    },
  })
}
