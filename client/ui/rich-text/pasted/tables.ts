import { anyBlock, innermostFirst, rename, unwrap } from './elements.ts'

/**
 * A row of a table becomes a paragraph, its cells apart by blanks (behaviour 6.3). A row that is one cell is no row: that
 * is how letters are laid out, and what stands in it stays as it is.
 */
export const flattenTables = (body: Element): void => {
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
    if (line.hasChildNodes()) line.append(' ')
    flattenBlocks(cell)
    trimEdges(cell)
    line.append(...cell.childNodes)
  }
  return line
}

/** What stood in lines of its own stands in one, apart by blanks. */
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
