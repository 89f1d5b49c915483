import { isNumbering, isWordMarker, styleOf, wordLevelOf } from '#contract/platform/rich-text-form.ts'
import {
  anyBlock,
  formOf,
  innermostFirst,
  isBlank,
  isElement,
  isList,
  styleName,
  unwrap,
} from './elements.ts'
import { markerName } from './list-numbers.ts'

/**
 * Makes lists valid HTML with only items in a list. Google Docs, Pages and LibreOffice put a nested list next to its
 * item; Outlook wraps it in an empty item.
 */
export const nestLists = (body: Element): void => {
  for (const item of body.querySelectorAll('li')) if (!isInList(item)) wrapLooseItems(item)
  for (const list of innermostFirst(body, 'ul, ol')) {
    for (const node of Array.from(list.childNodes)) moveIntoItem(list, node)
    for (const item of Array.from(list.children)) mergeEmptyItem(item)
  }
}

const isInList = (item: Element): boolean => item.parentNode !== null && isList(item.parentNode)

/** Wraps consecutive items outside a list in one. */
const wrapLooseItems = (item: Element): void => {
  const list = item.ownerDocument.createElement('ul')
  item.before(list)
  let next: ChildNode | null = item
  while (next && (next.nodeName === 'LI' || isBlank(next))) {
    const after: ChildNode | null = next.nextSibling
    list.append(next)
    next = after
  }
}

/** Moves content of a list that isn't an item into the item before it. */
const moveIntoItem = (list: Element, node: ChildNode): void => {
  if (node.nodeName === 'LI') return
  if (isBlank(node)) return node.remove()
  const before = node.previousSibling
  if (before) before.appendChild(node)
  else if (isList(node)) node.replaceWith(...node.childNodes)
  else {
    const item = list.ownerDocument.createElement('li')
    node.replaceWith(item)
    item.append(node)
  }
}

/** Merges an item that contains only a list into the item before it, because it would show as an empty bullet. */
const mergeEmptyItem = (item: Element): void => {
  const nodes = [...item.childNodes].filter((node) => !isBlank(node))
  const [first] = nodes
  if (!first || !isList(first)) return
  if (item.previousElementSibling) {
    item.previousElementSibling.append(...nodes)
    item.remove()
  } else if (nodes.length === 1 && isElement(first)) item.replaceWith(...first.children)
}

/**
 * Converts list items from Word and Outlook, paragraphs with a drawn marker, to lists: nested by `level`, numbered or
 * not by the marker.
 */
export const readWordLists = (body: Element): void => {
  for (const line of body.querySelectorAll(`br[${styleName}*="page-break"]`)) line.remove()
  convertLines(
    [...body.querySelectorAll(`p[${styleName}*="mso-list"], div[${styleName}*="mso-list"]`)].flatMap(lineOf),
  )
  // the rest are headings: their numbers are text
  for (const marker of body.querySelectorAll(`[${styleName}*="mso-list"]`))
    if (isWordMarker(formOf(marker))) marker.replaceWith(`${marker.textContent.trim()} `)
}

const lineOf = (element: Element): ListLine[] => {
  const level = wordLevelOf(formOf(element))
  // a list isn't an item, and list items are already items
  if (level === null || element.closest('li') || element.querySelector(anyBlock)) return []
  const marker = takeMarker(element)
  const id = (styleOf(formOf(element), 'mso-list') ?? '').replace(/\blevel\d\b/, '')
  return [{ element, level, tag: isNumbering(marker) ? 'ol' : 'ul', marker, id }]
}

/** Removes the marker that Word draws before an item and returns it; '' if there is none. */
const takeMarker = (element: Element): string => {
  for (const marker of element.querySelectorAll(`[${styleName}*="mso-list"]`)) {
    if (!isWordMarker(formOf(marker))) continue
    marker.remove()
    return marker.textContent.trim()
  }
  return ''
}

const items = 'li[data-aria-level]'

/** Merges the lists of Word in a browser: it writes a separate list for each item, with its level as an attribute. */
export const readWordOnlineLists = (body: Element): void => {
  for (const end of body.querySelectorAll('span.EOP')) end.remove()
  const lines = [...body.querySelectorAll(items)].flatMap(wordOnlineLine)
  for (const { element } of lines) {
    const list = element.parentElement
    if (list && isList(list)) unwrap(list)
  }
  for (const wrapper of body.querySelectorAll('div.ListContainerWrapper, div.OutlineElement')) unwrap(wrapper)
  convertLines(lines)
}

const wordOnlineLine = (item: Element): ListLine[] => {
  const list = item.parentElement
  const level = Number(item.getAttribute('data-aria-level'))
  if (!list || !isList(list) || !Number.isInteger(level) || level < 1) return []
  const element = item.ownerDocument.createElement('div')
  element.append(...item.childNodes)
  item.replaceWith(element)
  const position = [...list.children].filter(isElement).indexOf(element)
  const number = Number(list.getAttribute('start') ?? 1) + position
  const id = item.getAttribute('data-listid') ?? ''
  return [{ element, level, tag: list.localName === 'ol' ? 'ol' : 'ul', marker: `${number}.`, id }]
}

/** A paragraph that is a list item, as Word writes it. */
interface ListLine {
  /** The element with the item's text, without its marker; the item replaces it. */
  readonly element: Element
  /** The level, from 1. */
  readonly level: number
  readonly tag: 'ol' | 'ul'
  readonly marker: string
  /** Word's ID of the list. */
  readonly id: string
}

interface OpenList {
  readonly list: Element
  readonly line: ListLine
}

/** Open lists while converting consecutive items, the deepest last. */
interface Run {
  readonly open: OpenList[]
  /** The last element among its siblings. */
  last: Element
}

/** Converts consecutive lines of this kind to lists, in order. */
const convertLines = (lines: Iterable<ListLine>): void => {
  let run: Run | null = null
  for (const line of lines) {
    if (run && continuesRun(run, line)) addItem(run, line)
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

const itemOf = ({ element, tag, marker }: ListLine): Element => {
  const item = element.ownerDocument.createElement('li')
  if (tag === 'ol') item.setAttribute(markerName, marker)
  item.append(element)
  return item
}

/**
 * Returns whether a line continues the lists before it. Paragraphs between lines end a list unless its numbering
 * continues; then they belong to the item before, the only way to keep the numbers.
 */
const continuesRun = (run: Run, line: ListLine): boolean => {
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

/** Word's continuation paragraphs of an item, without a marker. */
const isSecondLine = ({ className }: Element): boolean => className.startsWith('MsoListParagraph')

/** Returns the element directly before, and removes blank text between them; null if there is other text. */
const stepBack = (element: Element): Element | null => {
  while (element.previousSibling && isBlank(element.previousSibling)) element.previousSibling.remove()
  const before = element.previousSibling
  return before && isElement(before) ? before : null
}

const isCountedOn = ({ line: first }: OpenList, line: ListLine): boolean =>
  line.tag === 'ol' && first.tag === 'ol' && first.id === line.id && first.marker !== line.marker

const addItem = (run: Run, line: ListLine): void => {
  const { open } = run
  const top = closeDeeperLists(open, line.level)
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

/** Closes the lists deeper than a level, except the first. Returns the deepest one left. */
const closeDeeperLists = (open: OpenList[], level: number): OpenList => {
  let top = open.pop()
  while (top && top.line.level > level && open.length > 0) top = open.pop()
  if (!top) throw new Error('A run of items has a list from its first item on.')
  open.push(top)
  return top
}

/** Numbering that restarts starts a new list; bullets of another kind don't. */
const isSameList = ({ line: first }: OpenList, line: ListLine): boolean =>
  first.level === line.level && first.tag === line.tag && (line.tag === 'ul' || first.marker !== line.marker)
