import { Extension, type Editor } from '@tiptap/core'
import { undo } from '@tiptap/pm/history'
import type { Node as Block } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { createBreath, type Breath } from './breathe.ts'
import type { TextPlace } from './clean.ts'
import { carryPlace, insertBlocks, joinPaste, pastePlace } from './insert-blocks.ts'
import { addPiece, cleanPieces } from './paste-pieces.ts'

/** Characters on the clipboard from which on a paste is done piece by piece; a shorter one takes a frame or two. */
export const longPasteFrom = 100_000

/** Characters on the clipboard that nothing reads: only taking them apart would stop the page. */
const longest = 12_000_000

/** Cleaning is that much of the work, putting it into the text the rest. */
const cleaning = 0.7

type Ended = 'done' | 'cancelled' | 'too long'
export type PasteState =
  { readonly kind: 'none' | 'stopped' | Ended } | { readonly kind: 'running'; readonly percent: number }

interface LongPasteOptions {
  readonly place: TextPlace
  /** Characters that the text may still take. */
  readonly room: (editor: Editor) => number
  /** Told of every block before it stands in the text. */
  readonly prepare: (block: Block) => void
}

/** What of a paste somebody watches. */
const createWatched = () => {
  let state: PasteState = { kind: 'none' }
  const listeners = new Set<() => void>()
  const say = (next: PasteState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    read: (): PasteState => state,
    say,
    report: (share: number): void => {
      const percent = Math.round(share * 100)
      if (state.kind !== 'running' || state.percent !== percent) say({ kind: 'running', percent })
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

interface Run {
  readonly html: string
  readonly breath: Breath
  readonly signal: AbortSignal
}

/**
 * Long texts from the clipboard, cleaned and put into the text piece by piece while one goes on typing: one step back,
 * given up by Escape. What would not fit is refused before anything changes.
 */
export class LongPaste {
  readonly watched = createWatched()
  readonly extension = extensionOf(this)
  private running: AbortController | null = null
  private readonly options: LongPasteOptions

  constructor(options: LongPasteOptions) {
    this.options = options
  }

  get isRunning(): boolean {
    return this.running !== null
  }

  /** Takes a paste that is long. Answers whether it does. */
  take(editor: Editor, event: ClipboardEvent): boolean {
    return this.takeData(editor, event, event.clipboardData)
  }

  /** Takes what is dropped from elsewhere, where it is long, to where it is dropped. Answers whether it does. */
  takeDrop(editor: Editor, event: DragEvent): boolean {
    const { view } = editor
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
    // what comes out of the text itself is moved in it
    if (view.dragging || !at) return false
    return this.takeData(editor, event, event.dataTransfer, at.pos)
  }

  /** Answers whether it is long; it goes to a place, or where the selection is. */
  private takeData(editor: Editor, event: Event, data: DataTransfer | null, at?: number): boolean {
    const html = data ? htmlOf(data) : null
    if (html === null || !editor.isEditable) return false
    event.preventDefault()
    // one at a time: the clipboard still holds it
    if (this.running) return true
    if (at !== undefined) editor.chain().setTextSelection(at).focus().run()
    void this.start(editor, html())
    return true
  }

  /** Gives it up: the text is as it was, but for what was typed meanwhile. */
  cancel(editor: Editor): void {
    if (!this.running) return
    const inText = pastePlace.getState(editor.state)
    this.running.abort()
    // what was typed among it would go with it
    const isLeft = inText?.first != null && inText.isTyped
    if (inText?.first && !isLeft) undo(editor.state, editor.view.dispatch)
    this.watched.say({ kind: isLeft ? 'stopped' : 'cancelled' })
  }

  abort(): void {
    this.running?.abort()
  }

  private async start(editor: Editor, html: string): Promise<void> {
    const mine = new AbortController()
    this.running = mine
    const { state, view } = editor
    const { from, to } = state.selection
    view.dispatch(state.tr.setMeta(pastePlace, { from, to, first: null, isTyped: false }))
    this.watched.report(0)
    const breath = createBreath()
    let ended: Ended = 'cancelled'
    try {
      ended = await this.work(editor, { html, breath, signal: mine.signal })
    } finally {
      breath.end()
      this.running = null
      if (!editor.isDestroyed) end(editor)
      // who gave it up has been told already
      if (!mine.signal.aborted) this.watched.say({ kind: ended })
    }
  }

  private async work(editor: Editor, run: Run): Promise<Ended> {
    await run.breath.next()
    const blocks = await this.clean(editor, run)
    if (blocks === null) return 'too long'
    if (run.signal.aborted) return 'cancelled'
    const report = (share: number) => this.watched.report(cleaning + share * (1 - cleaning))
    return (await insertBlocks(editor.view, blocks, { ...run, report })) ? 'done' : 'cancelled'
  }

  /** The clean blocks; null when they would not fit. */
  private async clean(editor: Editor, { html, breath, signal }: Run): Promise<Block[] | null> {
    const { place, room, prepare } = this.options
    const blocks: Block[] = []
    let left = html.length > longest ? -1 : room(editor)
    if (left < 0) return null
    for (const piece of cleanPieces(html, place)) {
      left -= piece.html.length
      if (left < 0) return null
      for (const block of addPiece(editor.schema, blocks, piece)) prepare(block)
      this.watched.report(piece.share * cleaning)
      await breath.take()
      if (signal.aborted) break
    }
    return blocks
  }
}

const extensionOf = (paste: LongPaste) =>
  Extension.create({
    name: 'longPaste',
    addProseMirrorPlugins() {
      const { editor } = this
      return [
        new Plugin({
          key: pastePlace,
          state: { init: () => null, apply: carryPlace },
          filterTransaction: (tr, state) => {
            joinPaste(tr, pastePlace.getState(state))
            return true
          },
          props: {
            handleDOMEvents: {
              paste: (_view, event) => paste.take(editor, event),
              drop: (_view, event) => paste.takeDrop(editor, event),
            },
            handleKeyDown: (_view, event) => {
              if (event.key !== 'Escape' || !paste.isRunning) return false
              // a dialog around it stays open
              event.stopPropagation()
              paste.cancel(editor)
              return true
            },
          },
          view: () => ({ destroy: () => paste.abort() }),
        }),
      ]
    },
  })

/** The form hears of the text, whatever of it stands; the cursor comes into sight. */
const end = (editor: Editor): void => {
  const isChanged = pastePlace.getState(editor.state)?.first !== null
  const tr = editor.state.tr.setMeta(pastePlace, null)
  editor.view.dispatch(editor.isFocused ? tr.scrollIntoView() : tr)
  if (isChanged) editor.emit('update', { editor, transaction: tr, appendedTransactions: [] })
}

/** What a long paste brings, as HTML; null of a shorter one. */
const htmlOf = (data: DataTransfer): (() => string) | null => {
  const html = data.getData('text/html')
  const text = html === '' ? data.getData('text/plain') : ''
  if (html.length + text.length < longPasteFrom) return null
  return () => (html === '' ? linesOf(text) : html)
}

/** Plain text as paragraphs, a line each. */
const linesOf = (text: string): string => {
  const page = document.implementation.createHTMLDocument()
  for (const line of text.split(/(?:\r\n?|\n)+/)) {
    const paragraph = page.createElement('p')
    paragraph.textContent = line
    page.body.append(paragraph)
  }
  return page.body.innerHTML
}
