import { alignOf, styleOf } from '#contract/platform/rich-text-form.ts'
import { alignableTags, emailOfLink, isMediaPath, withScheme } from '#contract/platform/rich-text.ts'
import {
  anyBlock,
  blockTags,
  formOf,
  holdsBlocks,
  innermostFirst,
  isBlank,
  isBlock,
  isWordless,
  neighbor,
  rename,
  styleName,
  unwrap,
} from './elements.ts'
import { emphasise, readEmphasis } from './emphasis.ts'
import { dropHidden } from './hidden.ts'
import { keepNumbers } from './list-numbers.ts'
import { nestLists, readWordLists, readWordOnlineLists } from './lists.ts'
import { readRaised } from './raised.ts'

/** Steps that convert other programs' HTML to our tags; each relies on those before it. */
const steps = (): readonly ((body: Element) => void)[] => [
  dropUnread,
  dropHidden,
  readLinks,
  readRaised,
  readEmphasis,
  flattenTables,
  readWordOnlineLists,
  readWordLists,
  nestLists,
  keepNumbers,
  substituteBlocks,
  readAlignment,
  readIndents,
  unwrapDivisions,
  dropEmpties,
]

/**
 * Converts clipboard HTML to the tags of our toolbar as far as possible. The result isn't safe yet: the whitelist is
 * applied afterward. Pauses after each step of a long text.
 */
export function* readPasteInSteps(html: string): Generator<void, HTMLElement> {
  const { body } = document.implementation.createHTMLDocument()
  const unstyled = withoutStyles(html)
  yield
  body.innerHTML = unstyled
  for (const step of steps()) {
    yield
    step(body)
  }
  return body
}

/** Does the same without pauses. */
export const readPaste = (html: string): HTMLElement => {
  const reading = readPasteInSteps(html)
  let next = reading.next()
  while (next.done !== true) next = reading.next()
  return next.value
}

/**
 * Removes style sheets and event handlers and renames styles, because the content security policy would block and
 * report each.
 */
const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(
        /\s(style|on[a-z]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))/gi,
        (_, name: string, value: string) => (name.toLowerCase() === 'style' ? ` ${styleName}${value}` : ''),
      ),
    )

const kept: ReadonlySet<string> = new Set(['p', 'div', 'h2', 'h3', 'blockquote', 'ul', 'ol', 'li'])
const headings = 'h4, h5, h6'
const others = blockTags.filter((tag) => !kept.has(tag) && !/^(h[1-6]|pre|table)$/.test(tag)).join(',')

/**
 * Replaces blocks that the toolbar can't make: a Heading 1 becomes our largest, other headings bold paragraphs, code becomes a paragraph with
 * line breaks, all others become lines.
 */
const substituteBlocks = (body: Element): void => {
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2')
  for (const heading of body.querySelectorAll(headings)) emphasise(rename(heading, 'p'), 'strong')
  for (const code of body.querySelectorAll('pre')) breakLines(rename(code, 'p'))
  for (const center of body.querySelectorAll('center')) rename(center, 'div').setAttribute('align', 'center')
  for (const block of body.querySelectorAll(others)) rename(block, 'div')
  for (const division of innermostFirst(body, 'div')) wrapLines(division)
}

/** Moves the text of divs into paragraphs; a div without text ends the line before it, like a rule. */
const wrapLines = (division: Element): void => {
  const nodes = Array.from(division.childNodes).filter((node) => !isBlank(node))
  // an element that shows nothing isn't an empty line
  if (isWordless(division) && !division.querySelector('p, li, br, img')) return division.replaceChildren()
  if (nodes.length > 0 && !nodes.some(holdsBlocks)) return void rename(division, 'p')
  let line: Element | null = null
  for (const node of nodes) {
    if (holdsBlocks(node)) {
      line = null
      continue
    }
    if (!line) {
      line = division.ownerDocument.createElement('p')
      node.before(line)
    }
    line.append(node)
  }
}

/** Unwraps divs when all their content is in paragraphs. */
const unwrapDivisions = (body: Element): void => {
  for (const division of body.querySelectorAll('div')) if (division.firstElementChild) unwrap(division)
}

/** Converts the white space that a browser shows in code to line breaks and non-breaking spaces. */
const breakLines = (code: Element): void => {
  const page = code.ownerDocument
  const walker = page.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    const isLast = text === texts.at(-1)
    const lines = (isLast ? text.data.replace(/\n$/, '') : text.data).split('\n')
    const nodes = lines.flatMap((line, index) => [
      ...(index > 0 ? [page.createElement('br')] : []),
      line.replaceAll('\t', '    ').replaceAll(/^ | (?= )/g, '\u00A0'),
    ])
    text.replaceWith(...nodes)
  }
}

/** Gives addresses like www.lakeside.edu their scheme, and writes out the addresses of email links. */
const readLinks = (body: Element): void => {
  for (const link of body.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? ''
    link.setAttribute('href', withScheme(address))
    const email = emailOfLink(address)
    if (email === null) continue
    const text = link.textContent.trim()
    if (!text.includes(email)) link.append(text === '' ? email : ` (${email})`)
    unwrap(link)
  }
}

/** Removes elements that show nothing; keeps empty paragraphs that someone typed. */
const dropEmpties = (body: Element): void => {
  for (const line of body.querySelectorAll(':not(li) > br')) dropBetweenBlocks(line)
  for (const block of innermostFirst(body, 'h2, h3, blockquote, ul, ol'))
    if (block.textContent.trim() === '' && !block.querySelector('li, p, img')) block.remove()
}

const isBreak = (node: Node | null): boolean => node?.nodeName === 'BR'

/** Removes the line breaks between blocks that Google Docs adds. Handles a row of them once, from the first. */
const dropBetweenBlocks = (first: Element): void => {
  const before = neighbor(first, 'previousSibling')
  if (isBreak(before)) return
  const row: ChildNode[] = [first]
  let after = neighbor(first, 'nextSibling')
  while (after && isBreak(after)) {
    row.push(after)
    after = neighbor(after, 'nextSibling')
  }
  // a single one is an empty line that someone typed
  const isAlone = before === null && after === null
  if (!isAlone && [before, after].every((node) => node === null || isBlock(node)))
    for (const node of row) node.remove()
}

/**
 * Starts a first line that was indented by a tab with an em space. Tabs collapse in the editor and on screen; an em space
 * doesn't.
 */
const indent = '\u2003'

const readIndents = (body: Element): void => {
  for (const line of body.querySelectorAll(`p[${styleName}*="text-indent" i]`)) {
    const asked = Number.parseFloat(styleOf(formOf(line), 'text-indent') ?? '')
    if (asked > 0 && line.textContent.trim() !== '' && !line.closest('li')) line.prepend(indent)
  }
}

const alignable = alignableTags.join(',')

/** Converts every form of alignment to the class of each paragraph and heading it applies to. */
const readAlignment = (body: Element): void => {
  const settled = new Set<Element>()
  for (const element of innermostFirst(body, `[${styleName}*="text-align" i], [align], [class*="align-"]`)) {
    const side = alignOf(element.localName, formOf(element))
    if (side === null) continue
    for (const block of blocksOf(element)) {
      if (settled.has(block)) continue
      settled.add(block)
      if (side !== '') block.setAttribute('class', side)
    }
  }
}

/** Returns the elements aligned with an element: itself, or the paragraphs and headings in it. */
const blocksOf = (element: Element): Iterable<Element> =>
  element.matches(alignable) ? [element] : element.querySelectorAll(alignable)

/**
 * Converts a table row to a line like “Deadline: Fee”, with more cells after commas. Keeps the content of a one-cell row as it is,
 * because letters use it for layout.
 */
const flattenTables = (body: Element): void => {
  for (const table of innermostFirst(body, 'table')) {
    const lines = [...table.querySelectorAll('caption, tr')].map(lineOf)
    table.replaceWith(...lines.filter((line) => line.hasChildNodes()))
  }
}

const lineOf = (row: Element): Element => {
  const cells = [...row.children].filter(
    (cell) => cell.textContent.trim() !== '' || cell.querySelector('img'),
  )
  const [only] = cells
  if (!(row instanceof HTMLTableRowElement)) return rename(row, 'p')
  if (only && cells.length === 1) return rename(only, only.querySelector(anyBlock) ? 'div' : 'p')
  const line = row.ownerDocument.createElement('p')
  for (const cell of cells) {
    const before = line.textContent
    if (line.hasChildNodes()) line.append(separatorAfter(before, cell === cells[1]))
    flattenBlocks(cell)
    trimEdges(cell)
    line.append(...cell.childNodes)
  }
  return line
}

/** A label that already ends a phrase needs no colon. */
const separatorAfter = (text: string, isSecond: boolean): string => {
  if (/[:;,.?!]\s*$/.test(text) || text.trim() === '') return ' '
  return isSecond ? ': ' : ', '
}

/** Puts the lines of a cell on one line, separated by spaces. */
const flattenBlocks = (cell: Element): void => {
  for (const block of innermostFirst(cell, `${anyBlock}, br`)) {
    block.before(' ')
    block.after(' ')
    unwrap(block)
  }
  cell.normalize()
}

const trimEdges = ({ firstChild, lastChild }: Element): void => {
  if (firstChild instanceof Text) firstChild.data = firstChild.data.trimStart()
  if (lastChild instanceof Text) lastChild.data = lastChild.data.trimEnd()
}

/** Elements removed with their content before anything reads them. */
const unread =
  'script, style, template, title, noscript, noembed, noframes, iframe, svg, math, select, textarea'

/**
 * Removes what no step reads: first names, then elements dropped with their content. Names in a form can hide its
 * properties ("DOM clobbering"), so forms come last, when nothing has a name.
 */
const dropUnread = (body: Element): void => {
  for (const named of body.querySelectorAll(':is([id], [name]):not(form)')) dropNames(named)
  for (const form of body.querySelectorAll('form')) dropNames(form)
  for (const element of body.querySelectorAll(unread)) element.remove()
  for (const picture of body.querySelectorAll('img')) dropForeign(picture)
  // Word's own paragraphs within paragraphs
  for (const element of body.querySelectorAll(String.raw`o\:p`)) unwrap(element)
  dropComments(body)
}

const dropNames = (element: Element): void => {
  element.removeAttribute('id')
  element.removeAttribute('name')
}

/** Removes images that aren't the school's own uploads. */
const dropForeign = (picture: Element): void => {
  if (!isMediaPath(picture.getAttribute('src') ?? '')) picture.remove()
}

const dropComments = (body: Element): void => {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Comment[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Comment) comments.push(walker.currentNode)
  for (const comment of comments) comment.remove()
}
