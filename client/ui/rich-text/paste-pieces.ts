import { DOMParser as Reader, type Node as Block, type Schema } from '@tiptap/pm/model'
import type { TextPlace } from './clean.ts'
import { cleanPasted } from './pasted/clean-paste.ts'
import { readPasteInSteps } from './pasted/read-paste.ts'

/** Characters of text after which a piece ends: a few milliseconds of cleaning. */
const usual = 8000

const lists: ReadonlySet<string> = new Set(['UL', 'OL'])
/** What ends the line before it, in the text too. */
const blocks: ReadonlySet<string> = new Set([...lists, ...'DIV P H2 H3 BLOCKQUOTE'.split(' ')])

/** A part of a long text: whole blocks that stand one after the other. */
interface Part {
  readonly nodes: readonly ChildNode[]
  /** The tag of the list that its items belong to, which began in the part before. */
  readonly list: string | null
  /** Characters of its text. */
  readonly length: number
}

const lengthOf = (node: ChildNode): number => node.textContent?.length ?? 0
const isElement = (node: ChildNode): node is Element => node.nodeType === Node.ELEMENT_NODE
const isBlock = (node: Node): boolean => blocks.has(node.nodeName)

/** Cuts before blocks only: what is no block belongs to its neighbours. Long lists are cut between their items. */
function* partsOf(parent: ParentNode, pieceLength: number): Generator<Part> {
  let nodes: ChildNode[] = []
  let length = 0
  for (const node of parent.childNodes) {
    const inner = innerPartsOf(node, pieceLength)
    if (nodes.length > 0 && isBlock(node) && (inner || length > pieceLength)) {
      yield { nodes, list: null, length }
      ;[nodes, length] = [[], 0]
    }
    if (inner) yield* inner
    else nodes.push(node)
    if (!inner) length += lengthOf(node)
  }
  if (nodes.length > 0) yield { nodes, list: null, length }
}

/** The parts of a long list; null of any other block. */
const innerPartsOf = (node: ChildNode, pieceLength: number): Generator<Part> | null => {
  if (!isElement(node) || lengthOf(node) <= pieceLength) return null
  return lists.has(node.nodeName) ? itemsOf(node, pieceLength) : null
}

function* itemsOf(list: Element, pieceLength: number): Generator<Part> {
  let nodes: ChildNode[] = []
  let length = 0
  let isFirst = true
  for (const node of list.childNodes) {
    if (node.nodeName === 'LI' && length > pieceLength) {
      yield { nodes: [wrapped(list, nodes)], list: isFirst ? null : list.nodeName, length }
      ;[nodes, length, isFirst] = [[], 0, false]
    }
    nodes.push(node)
    length += lengthOf(node)
  }
  yield { nodes: [wrapped(list, nodes)], list: isFirst ? null : list.nodeName, length }
}

const wrapped = (list: Element, nodes: readonly ChildNode[]): Element => {
  const copy = list.ownerDocument.createElement(list.nodeName)
  copy.append(...nodes.map((node) => node.cloneNode(true)))
  return copy
}

/** A piece of what comes from the clipboard, clean. */
interface CleanPiece {
  readonly html: string
  /** Its first block goes on with the last of the piece before. */
  readonly goesOn: boolean
  /** How much of the whole is clean with it, up to 1. */
  readonly share: number
}

/** What comes from the clipboard, by the whitelist, piece by piece: together they are what `cleanPaste` makes of it. */
export function* cleanPieces(
  html: string,
  place: TextPlace = {},
  pieceLength = usual,
): Generator<CleanPiece> {
  const reading = readPasteInSteps(html)
  let step = reading.next()
  // nothing is clean yet, and whoever takes the pieces may breathe
  for (; step.done !== true; step = reading.next()) yield { html: '', goesOn: false, share: 0 }
  const body = step.value
  const whole = Math.max(1, lengthOf(body))
  const holder = body.ownerDocument.createElement('div')
  let read = 0
  for (const { nodes, list, length } of partsOf(body, pieceLength)) {
    holder.replaceChildren(...nodes.map((node) => node.cloneNode(true)))
    read += length
    yield { html: cleanPasted(holder.innerHTML, place), goesOn: list !== null, share: read / whole }
  }
}

/** What a line ends with, as browsers write it, is no break of its own. */
const dropLastBreaks = (page: ParentNode): void => {
  for (const line of page.querySelectorAll('br'))
    if (!line.nextSibling && line.parentElement && isBlock(line.parentElement)) line.remove()
}

/** What stands in a text even without words. */
const standing = 'p, h2, h3, blockquote, ul, ol, img, br'

/** Joins the blocks of a clean piece to those of the pieces before; answers the new ones. */
export const addPiece = (
  schema: Schema,
  before: Block[],
  { html, goesOn }: Pick<CleanPiece, 'html' | 'goesOn'>,
): readonly Block[] => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  dropLastBreaks(page.body)
  // a text must have a paragraph: of nothing the reader would make one
  if (page.body.textContent.trim() === '' && !page.body.querySelector(standing)) return []
  const read = Reader.fromSchema(schema).parse(page.body).children
  const [first, ...rest] = read
  const last = before.at(-1)
  const isOne = goesOn && first !== undefined && last?.type === first.type
  const added = isOne ? [last.copy(last.content.append(first.content)), ...rest] : read
  before.splice(before.length - (isOne ? 1 : 0), isOne ? 1 : 0, ...added)
  return added
}
