const blocks = new Set(['P', 'H2', 'H3', 'UL', 'OL', 'LI', 'BLOCKQUOTE'])

/**
 * Returns rich text as plain text with its merge fields, to start writing the plain-text part of an email: paragraphs
 * apart, items with a dash or number, and the addresses of links in parentheses.
 */
export const plainTextOf = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return linesOf(body, '')
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns the lines of an element's blocks; words outside of blocks are lines too. */
const linesOf = (element: Element, mark: string): string[] => {
  const lines: string[] = []
  let words = ''
  const endLine = () => {
    if (words.trim() !== '') lines.push(`${lines.length === 0 ? mark : ''}${words.trim()}`)
    words = ''
  }
  let item = 0
  for (const node of element.childNodes) {
    if (!(node instanceof Element) || !blocks.has(node.tagName)) {
      words += wordsOf(node)
      continue
    }
    endLine()
    if (node.tagName === 'LI') item += 1
    lines.push(...blockLines(node, lines.length === 0 ? mark : '', item))
  }
  endLine()
  return lines
}

const blockLines = (block: Element, mark: string, item: number): string[] => {
  if (block.tagName === 'LI')
    return linesOf(block, block.parentElement?.tagName === 'OL' ? `${item}. ` : '- ')
  const lines = linesOf(block, mark)
  if (block.tagName === 'BLOCKQUOTE') return [...lines.map((line) => (line === '' ? line : `> ${line}`)), '']
  const isInItem = block.parentElement?.tagName === 'LI'
  return isInItem ? lines : [...lines, '']
}

const wordsOf = (node: Node): string => {
  if (!(node instanceof Element)) return (node.textContent ?? '').replaceAll(/\s+/g, ' ')
  if (node.tagName === 'BR') return '\n'
  const words = [...node.childNodes].map(wordsOf).join('')
  const href = node.tagName === 'A' ? node.getAttribute('href') : null
  return href === null || words.includes(href) ? words : `${words} (${href})`
}
