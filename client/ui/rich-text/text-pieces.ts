import { Fragment, type Node as Block } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { canJoin } from '@tiptap/pm/transform'

/** A part of a text, cut where a block ends: of a list, the items from one place to another. */
export interface TextPiece {
  readonly content: Fragment
  /** How many lists, items and quotations go on from the piece before. */
  readonly openStart: number
  /** How many go on in the next. */
  readonly openEnd: number
}

interface Cut {
  readonly at: number
  readonly depth: number
}

/**
 * Cuts a text after so many lines each, where a block ends: between the items of a list too, however deep. The last
 * piece is the last block, or the last item of a list, whole: it can stand before the others do.
 */
export const piecesOfText = (blocks: readonly Block[], linesAtOnce: number): TextPiece[] => {
  const text = Fragment.fromArray([...blocks])
  const last = lastCut(text)
  const cuts = [...cutsOf(text, linesAtOnce).filter(({ at }) => at < last.at), last].filter(
    ({ at }) => at > 0,
  )
  let before: Cut = { at: 0, depth: 0 }
  return [...cuts, { at: text.size, depth: 0 }].map((cut) => {
    const piece = { content: text.cut(before.at, cut.at), openStart: before.depth, openEnd: cut.depth }
    before = cut
    return piece
  })
}

const cutsOf = (text: Fragment, linesAtOnce: number): Cut[] => {
  const cuts: Cut[] = []
  let lines = 0
  const walk = (content: Fragment, start: number, depth: number): void => {
    content.forEach((node, offset, index) => {
      const at = start + offset
      if (node.isTextblock || node.isLeaf) lines += 1
      else if (isCut(node)) walk(node.content, at + 1, depth + 1)
      else lines += linesOf(node)
      // where its parent ends as well, that is the better place
      if (lines < linesAtOnce || index === content.childCount - 1) return
      cuts.push({ at: at + node.nodeSize, depth })
      lines = 0
    })
  }
  walk(text, 0, 0)
  return cuts
}

/** Lists and their items; a quotation may be taken off its text where it is pasted, so it stays whole. */
const isCut = ({ type }: Block): boolean =>
  type.spec.group?.split(' ').includes('list') === true || type.name === 'listItem'

const linesOf = (node: Block): number => {
  let lines = 0
  node.descendants(({ isTextblock }) => {
    if (isTextblock) lines += 1
    return !isTextblock
  })
  return lines
}

const lastCut = (text: Fragment): Cut => {
  const last = text.lastChild
  if (!last) return { at: 0, depth: 0 }
  const start = text.size - last.nodeSize
  if (!isCut(last) || last.childCount < 2) return { at: start, depth: 0 }
  return { at: text.size - 1 - (last.lastChild?.nodeSize ?? 0), depth: 1 }
}

/** The block after which a piece was cut: of a list that goes on, its last item. */
export const blockAtEnd = ({ content, openEnd }: TextPiece): Block | null => {
  let block = content.lastChild
  for (let depth = 0; depth < openEnd && block; depth += 1) block = block.lastChild
  return block
}

/** The blocks of a piece that go on from the piece before, from the innermost list to the text itself. */
const levelsOf = ({ content, openStart }: TextPiece): (readonly Block[])[] => {
  const outer: (readonly Block[])[] = []
  let inner = content
  for (let depth = 0; depth < openStart; depth += 1) {
    outer.unshift(inner.content.slice(1))
    inner = inner.firstChild?.content ?? Fragment.empty
  }
  return [inner.content, ...outer]
}

/**
 * Puts a piece where the one before it ends. Answers where it ends itself: in its last list, where that goes on. Where
 * somebody has made something else of the place meanwhile, it is fitted in like any paste.
 */
export const insertPiece = (tr: Transaction, place: number, piece: TextPiece): number => {
  let at = place
  let depth = piece.openStart
  for (const [index, blocks] of levelsOf(piece).entries()) {
    if (blocks.length === 0) continue
    const level = piece.openStart - index
    at = insert(tr, stepOut(tr, at, depth - level), blocks)
    depth = level
  }
  return depth > piece.openEnd
    ? stepOut(tr, at, depth - piece.openEnd)
    : stepIn(tr, at, piece.openEnd - depth)
}

const insert = (tr: Transaction, at: number, blocks: readonly Block[]): number => {
  const done = tr.steps.length
  tr.insert(at, blocks)
  return tr.mapping.slice(done).map(at, 1)
}

/** Behind so many lists and items that end here. */
const stepOut = (tr: Transaction, at: number, times: number): number => {
  for (let time = 0; time < times; time += 1) {
    const place = tr.doc.resolve(at + time)
    if (place.depth === 0 || place.parentOffset < place.parent.content.size) return at + time
  }
  return at + times
}

/** To the end of what ends here, so deep. */
const stepIn = (tr: Transaction, at: number, times: number): number => {
  for (let time = 0; time < times; time += 1) {
    const before = tr.doc.resolve(at - time).nodeBefore
    if (!before || before.isTextblock || before.isLeaf) return at - time
  }
  return at - times
}

/** Makes one list of what was cut before the last piece, which stands already. */
export const joinLast = (tr: Transaction, at: number, { openStart }: TextPiece): void => {
  const between = stepOut(tr, at, openStart)
  const { nodeBefore, nodeAfter } = tr.doc.resolve(between)
  const isOne = between > at && nodeBefore?.type === nodeAfter?.type
  if (isOne && canJoin(tr.doc, between)) tr.join(between)
}
