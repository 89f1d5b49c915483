import { alignOf } from '#contract/rich-text-form.ts'
import { alignableTags } from '#contract/rich-text.ts'
import { formOf, innermostFirst, styleName } from './elements.ts'

const alignable = alignableTags.join(',')

/** Alignment, however it is said, as the class of each paragraph and heading that it holds for. */
export const readAlignment = (body: Element): void => {
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

/** What is aligned with an element: itself, or the paragraphs and headings in it. */
const blocksOf = (element: Element): Iterable<Element> =>
  element.matches(alignable) ? [element] : element.querySelectorAll(alignable)
