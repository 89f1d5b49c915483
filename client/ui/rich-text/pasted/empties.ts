import { innermostFirst, isBlock, neighbour } from './elements.ts'

/** What shows nothing and was nobody's line goes (behaviour 6.4); an empty paragraph is somebody's. */
export const dropEmpties = (body: Element): void => {
  for (const line of body.querySelectorAll(':not(li) > br')) dropBetweenBlocks(line)
  for (const block of innermostFirst(body, 'h2, h3, blockquote, ul, ol'))
    if (block.textContent.trim() === '' && !block.querySelector('li, p, img')) block.remove()
}

const isBreak = (node: Node | null): boolean => node?.nodeName === 'BR'

/** Breaks between blocks, as Google Docs writes them, are no text. A row of them is looked at once, from its first. */
const dropBetweenBlocks = (first: Element): void => {
  const before = neighbour(first, 'previousSibling')
  if (isBreak(before)) return
  const row: ChildNode[] = [first]
  let after = neighbour(first, 'nextSibling')
  while (after && isBreak(after)) {
    row.push(after)
    after = neighbour(after, 'nextSibling')
  }
  // alone it is an empty line that somebody made
  const isAlone = before === null && after === null
  if (!isAlone && [before, after].every((node) => node === null || isBlock(node)))
    for (const node of row) node.remove()
}
