import { marksOf, ownMark, type Mark } from '#contract/platform/rich-text-form.ts'
import { anyBlock, formOf, holdsBlocks, isBlank, isElement, rename, styleName, unwrap } from './elements.ts'

/**
 * Converts bold, italic, underline and strikethrough styles to tags. Removes the `b` of normal weight that Google Docs
 * wraps around everything.
 */
export const readEmphasis = (body: Element): void => {
  for (const element of body.querySelectorAll('ins')) rename(element, 'u')
  for (const element of body.querySelectorAll(`[${styleName}]`)) {
    const form = formOf(element)
    const own = ownMark(element.localName, form)
    for (const mark of marksOf(element.localName, form))
      if (mark !== own && !isLinkLine(element, mark)) emphasise(element, mark)
    if (element.matches('b, strong') && own === undefined) unwrap(element)
  }
}

/** Links are underlined anyway; Google Docs also underlines their text. */
const isLinkLine = (element: Element, mark: Mark): boolean => mark === 'u' && element.closest('a') !== null

/** Wraps the inline content of an element in a tag, block by block: a mark contains only text. */
export const emphasise = (element: Element, mark: Mark): void => {
  if (element.querySelector(anyBlock) === null) return wrap(element, [...element.childNodes], mark)
  for (const node of Array.from(element.childNodes))
    if (isElement(node) && holdsBlocks(node)) emphasise(node, mark)
    else if (!isBlank(node)) wrap(element, [node], mark)
}

const wrap = (within: Element, nodes: readonly ChildNode[], mark: Mark): void => {
  const [first] = nodes
  if (!first) return
  const wrapper = within.ownerDocument.createElement(mark)
  first.before(wrapper)
  wrapper.append(...nodes)
}
