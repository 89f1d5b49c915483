import { emphasise } from './emphasis.ts'
import { blockTags, holdsBlocks, innermostFirst, isBlank, isWordless, rename, unwrap } from './elements.ts'

const kept: ReadonlySet<string> = new Set(['p', 'div', 'h2', 'h3', 'blockquote', 'ul', 'ol', 'li'])
const headings = 'h1, h4, h5, h6'
const others = blockTags.filter((tag) => !kept.has(tag) && !/^(h[1-6]|pre|table)$/.test(tag)).join(',')

/**
 * Blocks that the toolbar does not make are substituted, not lost (behaviour 6.3): other headings become bold paragraphs,
 * lines of code a paragraph with breaks, all others lines of their own.
 */
export const substituteBlocks = (body: Element): void => {
  for (const heading of body.querySelectorAll(headings)) emphasise(rename(heading, 'p'), 'strong')
  for (const code of body.querySelectorAll('pre')) breakLines(rename(code, 'p'))
  for (const center of body.querySelectorAll('center')) rename(center, 'div').setAttribute('align', 'center')
  for (const block of body.querySelectorAll(others)) rename(block, 'div')
  for (const division of innermostFirst(body, 'div')) giveLines(division)
}

/** What stands in a division finds paragraphs; one without any text ends the line before it, as a rule does. */
const giveLines = (division: Element): void => {
  const nodes = Array.from(division.childNodes).filter((node) => !isBlank(node))
  // what shows nothing is no empty line
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

/** Divisions have done their part once all that stands in them is in paragraphs. */
export const unwrapDivisions = (body: Element): void => {
  for (const division of body.querySelectorAll('div')) if (division.firstElementChild) unwrap(division)
}

/** What the browser shows of white space in code, in a paragraph: breaks, and blanks that stay. */
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
