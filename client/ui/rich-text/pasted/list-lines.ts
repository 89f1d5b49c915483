import { isBlank, isElement } from './elements.ts'

/** A paragraph that is an item of a list, as Word writes it. */
export interface ListLine {
  /** Holds the text of the item, without its mark; stands where the item shall. */
  readonly element: Element
  /** How deep, 1-based. */
  readonly level: number
  readonly tag: 'ol' | 'ul'
  /** What is drawn before it. */
  readonly marker: string
  /** The list that Word counts it in. */
  readonly id: string
}

interface OpenList {
  readonly list: Element
  readonly line: ListLine
}

/** Items that follow each other: their lists, the deepest last. */
interface Run {
  readonly open: OpenList[]
  /** What stands last of it beside its neighbours. */
  last: Element
}

/** Makes lists of such lines, in their order, where they stand one after the other. */
export const gatherLines = (lines: Iterable<ListLine>): void => {
  let run: Run | null = null
  for (const line of lines) {
    if (run && goesOn(run, line)) addItem(run, line)
    else run = startRun(line)
  }
}

const startRun = (line: ListLine): Run => {
  const list = startList(line)
  line.element.replaceWith(list)
  list.append(itemOf(line))
  return { open: [{ list, line }], last: list }
}

const startList = ({ element, tag }: ListLine): Element => element.ownerDocument.createElement(tag)

const itemOf = ({ element }: ListLine): Element => {
  const item = element.ownerDocument.createElement('li')
  item.append(element)
  return item
}

/**
 * Whether a line belongs to the lists before it. Paragraphs between them end a list, unless its numbers go on after them:
 * then they belong to the item before, for a list has no other way to keep its numbers.
 */
const goesOn = (run: Run, line: ListLine): boolean => {
  const between: Element[] = []
  let before = stepBack(line.element)
  while (before && before !== run.last && before.localName === 'p') {
    between.unshift(before)
    before = stepBack(before)
  }
  if (before !== run.last || before === null) return false
  if (between.length === 0) return true
  const place = between.every(isSecondLine)
    ? run.open.at(-1)
    : run.open.find((open) => open.line.level === line.level && isCountedOn(open, line))
  place?.list.lastElementChild?.append(...between)
  return place !== undefined
}

/** Word's own paragraphs of an item whose mark was taken away. */
const isSecondLine = ({ className }: Element): boolean => className.startsWith('MsoListParagraph')

/** The element right before; null where other text stands between. Blank text between them goes. */
const stepBack = (element: Element): Element | null => {
  while (element.previousSibling && isBlank(element.previousSibling)) element.previousSibling.remove()
  const before = element.previousSibling
  return before && isElement(before) ? before : null
}

const isCountedOn = ({ line: first }: OpenList, line: ListLine): boolean =>
  line.tag === 'ol' && first.tag === 'ol' && first.id === line.id && first.marker !== line.marker

const addItem = (run: Run, line: ListLine): void => {
  const { open } = run
  const top = closeDeeper(open, line.level)
  if (top.line.level < line.level) {
    const list = startList(line)
    top.list.lastElementChild?.append(list)
    open.push({ list, line })
  } else if (!isSameList(top, line)) {
    const list = startList(line)
    top.list.after(list)
    open[open.length - 1] = { list, line }
    if (top.list === run.last) run.last = list
  }
  open.at(-1)?.list.append(itemOf(line))
}

/** Ends the lists that are deeper than a level, but for the first. Answers the deepest that is left. */
const closeDeeper = (open: OpenList[], level: number): OpenList => {
  let top = open.pop()
  while (top && top.line.level > level && open.length > 0) top = open.pop()
  if (!top) throw new Error('A run of items has a list from its first item on.')
  open.push(top)
  return top
}

/** Numbers that begin anew begin a list; bullets of another look do not. */
const isSameList = ({ line: first }: OpenList, line: ListLine): boolean =>
  first.level === line.level && first.tag === line.tag && (line.tag === 'ul' || first.marker !== line.marker)
