import { innermostFirst, isBlank, isElement, isList } from './elements.ts'

/**
 * Lists as HTML means them: nothing but items in a list. Google Docs, Pages and LibreOffice write a list within a list
 * beside the item that it belongs to, Outlook an item around it that says nothing.
 */
export const nestLists = (body: Element): void => {
  for (const item of body.querySelectorAll('li')) if (!isInList(item)) listLoose(item)
  for (const list of innermostFirst(body, 'ul, ol')) {
    for (const node of Array.from(list.childNodes)) takeIn(list, node)
    for (const item of Array.from(list.children)) liftEmpty(item)
  }
}

const isInList = (item: Element): boolean => item.parentNode !== null && isList(item.parentNode)

/** Items in no list, one after the other, are a list. */
const listLoose = (item: Element): void => {
  const list = item.ownerDocument.createElement('ul')
  item.before(list)
  let next: ChildNode | null = item
  while (next && (next.nodeName === 'LI' || isBlank(next))) {
    const after: ChildNode | null = next.nextSibling
    list.append(next)
    next = after
  }
}

/** What stands in a list and is no item belongs to the item before it. */
const takeIn = (list: Element, node: ChildNode): void => {
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

/** An item that is only a list would be a bullet before nothing: its list belongs to the item before it. */
const liftEmpty = (item: Element): void => {
  const nodes = [...item.childNodes].filter((node) => !isBlank(node))
  const [first] = nodes
  if (!first || !isList(first)) return
  if (item.previousElementSibling) {
    item.previousElementSibling.append(...nodes)
    item.remove()
  } else if (nodes.length === 1 && isElement(first)) item.replaceWith(...first.children)
}
