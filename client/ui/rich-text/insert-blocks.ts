import { closeHistory, isHistoryTransaction } from '@tiptap/pm/history'
import { Fragment, Slice, type Node as Block } from '@tiptap/pm/model'
import { PluginKey, type Transaction } from '@tiptap/pm/state'
import type { StepMap } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import type { Breath } from './breathe.ts'
import { blockAtEnd, insertPiece, joinLast, piecesOfText, type TextPiece } from './text-pieces.ts'

/** Lines that are put into the text at once. */
const linesAtOnce = 60

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
 * Puts blocks where a paste goes. The first few lines and the last block meet the text around them as any paste does; the
 * others follow between them, some lines at a time, those of a long list too. All of it is one step back. Answers
 * whether all of them stand: not when the text became another meanwhile.
 */
export const insertBlocks = async (
  view: EditorView,
  blocks: readonly Block[],
  { breath, signal, report }: Insertion,
): Promise<boolean> => {
  const place = pastePlace.getState(view.state)
  if (!place || blocks.length === 0) return place != null
  const pieces = piecesOfText(blocks, linesAtOnce)
  const isBegun = beginWith(view, blocks, pieces, place)
  const last = pieces.at(-1)
  if (!isBegun || !last) return true
  for (const [index, piece] of pieces.slice(1, -1).entries()) {
    report((index + 1) / pieces.length)
    await breath.next()
    const now = view.isDestroyed || signal.aborted ? null : pastePlace.getState(view.state)
    if (!now) return false
    const { tr } = view.state
    const at = insertPiece(tr, now.from, piece)
    if (index === pieces.length - 3) joinLast(tr, at, last)
    view.dispatch(quietly(tr, { ...now, from: at, to: at }).setMeta('appendedTransaction', now.first))
  }
  return true
}

/** The form hears of it once all stands. */
const quietly = (tr: Transaction, place: PastePlace): Transaction =>
  tr.setMeta('preventUpdate', true).setMeta(pastePlace, place)

/** Puts in the first piece and the last. Answers whether others are to follow: a text of few pieces stands at once. */
const beginWith = (
  view: EditorView,
  blocks: readonly Block[],
  pieces: readonly TextPiece[],
  { from, to }: Range,
): boolean => {
  const replace = (content: Fragment): Transaction =>
    closeHistory(view.state.tr)
      .replaceRange(from, to, Slice.maxOpen(content, true))
      .setMeta('paste', true)
      .setMeta('uiEvent', 'paste')
  const [head, last] = [pieces[0], pieces.at(-1)]
  const tr = pieces.length > 2 && head && last ? replace(head.content.append(last.content)) : null
  const at = tr && head ? endOf(tr.doc, blockAtEnd(head)) : null
  // a place that takes no such blocks has made others of them: then all at once
  const whole = tr === null || at === null ? replace(Fragment.fromArray([...blocks])) : tr
  const end = at ?? whole.mapping.map(to, -1)
  view.dispatch(quietly(whole, { from: end, to: end, first: whole, isTyped: false }))
  return at !== null
}

/** Where a block ends that stands in a document as it is; null where it does not. */
const endOf = (doc: Block, block: Block | null): number | null => {
  let end: number | null = null
  doc.descendants((node, pos) => {
    if (node === block) end = pos + node.nodeSize
    return end === null && !node.isTextblock
  })
  return end
}
