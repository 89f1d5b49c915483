import type { FormAttributes } from '#contract/platform/rich-text-form.ts'

/**
 * The attribute that holds an element's style: under its own name, the content security policy would block and report
 * it.
 */
export const styleName = 'data-pasted-style'

/** The block elements that can occur in pasted HTML. */
export const blockTags =
  `p div h1 h2 h3 h4 h5 h6 blockquote ul ol li pre hr table section article main header footer aside nav address figure
  figcaption center details summary fieldset legend form hgroup dl dt dd caption`.split(/\s+/)
const blocks: ReadonlySet<string> = new Set(blockTags)
export const anyBlock = blockTags.join(',')

export const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE
export const isBlock = (node: Node): boolean => isElement(node) && blocks.has(node.localName)
/** Returns whether an element is a block or contains one. */
export const holdsBlocks = (node: Node): boolean =>
  isElement(node) && (isBlock(node) || node.querySelector(anyBlock) !== null)
export const isList = (node: Node): node is Element => node.nodeName === 'UL' || node.nodeName === 'OL'

/** Returns whether an element has no words; a non-breaking space counts as one. */
export const isWordless = (node: Node): boolean => !/[^ \t\r\n\f]/.test(node.textContent ?? '')
export const isBlank = (node: Node): boolean => node.nodeType === Node.TEXT_NODE && isWordless(node)

/** Returns the element's tag and style. */
export const formOf = (element: Element): FormAttributes => {
  const form: Record<string, string> = {}
  for (const [name, from] of [
    ['style', styleName],
    ['class', 'class'],
    ['align', 'align'],
  ] as const) {
    const value = element.getAttribute(from)
    if (value !== null) form[name] = value
  }
  return form
}

/** Replaces an element's tag. */
export const rename = (element: Element, tag: string): Element => {
  const made = element.ownerDocument.createElement(tag)
  for (const name of [styleName, 'class', 'align']) {
    const value = element.getAttribute(name)
    if (value !== null) made.setAttribute(name, value)
  }
  made.append(...element.childNodes)
  element.replaceWith(made)
  return made
}

/** Replaces an element with its content. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** Returns the node before or after, skipping blank text. */
export const neighbor = (node: Node, side: 'previousSibling' | 'nextSibling'): ChildNode | null => {
  let found: ChildNode | null = node[side]
  while (found && isBlank(found)) found = found[side]
  return found
}

/** Returns all elements that match, the innermost first. */
export const innermostFirst = (within: Element, selector: string): Element[] =>
  [...within.querySelectorAll(selector)].reverse()
