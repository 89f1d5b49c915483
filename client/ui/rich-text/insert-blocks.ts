import { closeHistory, isHistoryTransaction } from '@tiptap/pm/history'
import { Fragment, Slice, type Node as Block } from '@tiptap/pm/model'
import { PluginKey, type Transaction } from '@tiptap/pm/state'
import type { StepMap } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import type { Breath } from './breathe.ts'

/** Blocks that are put into the text at once. */
const blocksAtOnce = 60

interface Range {
  readonly from: number
  readonly to: number
}

/** Where what is pasted goes, as the text changes around it. */
export interface PastePlace extends Range {
  /** The transaction of the first blocks, once they stand: what follows is undone with it. */
  readonly first: Transaction | null
  /** Somebody typed since then. */
  readonly isTyped: boolean
}

export const pastePlace = new PluginKey<PastePlace | null>('longPaste')

/** What was selected is replaced, unless somebody typed in it meanwhile: then what is pasted goes before it. */
const carryRange = ({ from, to }: Range, map: StepMap): Range => {
  let isTouched = false
  map.forEach((start, end) => {
    isTouched ||= start < to && end > from
  })
  const start = map.map(from, -1)
  return { from: start, to: isTouched ? start : Math.max(start, map.map(to, -1)) }
}

/** The place after a transaction; null once the text is another altogether, or the paste was undone. */
export const carryPlace = (tr: Transaction, place: PastePlace | null): PastePlace | null => {
  const told: PastePlace | null | undefined = tr.getMeta(pastePlace)
  if (told !== undefined) return told
  if (!place || !tr.docChanged) return place
  if (tr.getMeta('preventUpdate') === true || (place.first && isHistoryTransaction(tr))) return null
  return { ...place, ...tr.mapping.maps.reduce(carryRange, place), isTyped: true }
}

/** What is typed while the blocks are put in is undone with them: no piece is left that somebody would have to undo apart. */
export const joinPaste = (tr: Transaction, place: PastePlace | null | undefined): void => {
  const isOwn = tr.getMeta('appendedTransaction') !== undefined || isHistoryTransaction(tr)
  if (place?.first && tr.docChanged && !isOwn) tr.setMeta('appendedTransaction', place.first)
}

interface Insertion {
  readonly breath: Breath
  readonly signal: AbortSignal
  /** Told how much of it stands, up to 1. */
  readonly report: (share: number) => void
}

/**
 * Puts blocks where a paste goes. The first few and the last meet the text around them as any paste does; the others
 * follow between them, some at a time. All of it is one step back. Answers whether all of them stand: not when the text
 * became another meanwhile.
 */
export const insertBlocks = async (
  view: EditorView,
  blocks: readonly Block[],
  { breath, signal, report }: Insertion,
): Promise<boolean> => {
  const place = pastePlace.getState(view.state)
  if (!place || blocks.length === 0) return place != null
  let next = beginWith(view, blocks, place)
  while (next < blocks.length - 1) {
    report(next / blocks.length)
    await breath.next()
    const now = view.isDestroyed || signal.aborted ? null : pastePlace.getState(view.state)
    if (!now) return false
    const some = blocks.slice(next, Math.min(next + blocksAtOnce, blocks.length - 1))
    const tr = view.state.tr.insert(now.from, some)
    const at = tr.mapping.map(now.from, 1)
    view.dispatch(quietly(tr, { ...now, from: at, to: at }).setMeta('appendedTransaction', now.first))
    next += some.length
  }
  return true
}

/** The form hears of it once all stands. */
const quietly = (tr: Transaction, place: PastePlace): Transaction =>
  tr.setMeta('preventUpdate', true).setMeta(pastePlace, place)

/** Puts in the first blocks and the last; answers how many of the first stand. */
const beginWith = (view: EditorView, blocks: readonly Block[], { from, to }: Range): number => {
  const replace = (some: readonly Block[]): Transaction =>
    closeHistory(view.state.tr)
      .replaceRange(from, to, Slice.maxOpen(Fragment.fromArray([...some]), true))
      .setMeta('paste', true)
      .setMeta('uiEvent', 'paste')
  const head = blocks.slice(0, blocksAtOnce)
  const tr = blocks.length > blocksAtOnce + 1 ? replace([...head, ...blocks.slice(-1)]) : replace(blocks)
  const at = blocks.length > blocksAtOnce + 1 ? endOf(tr.doc, head.at(-1)) : null
  // a place that takes no such blocks has made others of them: then all at once
  const whole = at === null ? replace(blocks) : tr
  const end = at ?? whole.mapping.map(to, -1)
  view.dispatch(quietly(whole, { from: end, to: end, first: whole, isTyped: false }))
  return at === null ? blocks.length : head.length
}

/** Where a block ends that stands in a document as it is; null where it does not. */
const endOf = (doc: Block, block: Block | undefined): number | null => {
  let end: number | null = null
  doc.descendants((node, pos) => {
    if (node === block) end = pos + node.nodeSize
    return end === null && !node.isTextblock
  })
  return end
}
