import type { FormAttributes } from '#contract/rich-text-form.ts'

/** Where the style of what is pasted is read from: under its own name the page's policy would refuse it, and say so. */
export const styleName = 'data-pasted-style'

/** What a browser gives lines of their own, as far as it is pasted. */
export const blockTags =
  `p div h1 h2 h3 h4 h5 h6 blockquote ul ol li pre hr table section article main header footer aside nav address figure
  figcaption center details summary fieldset legend form hgroup dl dt dd caption`.split(/\s+/)
const blocks: ReadonlySet<string> = new Set(blockTags)
export const anyBlock = blockTags.join(',')

export const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE
export const isBlock = (node: Node): boolean => isElement(node) && blocks.has(node.localName)
/** Whether it is a block, or has one in it. */
export const holdsBlocks = (node: Node): boolean =>
  isElement(node) && (isBlock(node) || node.querySelector(anyBlock) !== null)
export const isList = (node: Node): node is Element => node.nodeName === 'UL' || node.nodeName === 'OL'

/** Whether no word is in it; a hard blank is one. */
export const isWordless = (node: Node): boolean => !/[^ \t\r\n\f]/.test(node.textContent ?? '')
export const isBlank = (node: Node): boolean => node.nodeType === Node.TEXT_NODE && isWordless(node)

/** What its tag and its style are read from. */
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

/** The same under another tag. */
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

/** Leaves what it holds in its place. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** What stands before a node, or after it, when blank text between is left out. */
export const neighbour = (node: Node, side: 'previousSibling' | 'nextSibling'): ChildNode | null => {
  let found: ChildNode | null = node[side]
  while (found && isBlank(found)) found = found[side]
  return found
}

/** All of such elements, those within others first. */
export const innermostFirst = (within: Element, selector: string): Element[] =>
  [...within.querySelectorAll(selector)].reverse()
