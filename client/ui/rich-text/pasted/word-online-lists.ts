import { isElement, isList, unwrap } from './elements.ts'
import { gatherLines, type ListLine } from './list-lines.ts'

const items = 'li[data-aria-level]'

/** Word in a browser writes a list around each item, all of them side by side, and the level beside it. */
export const readWordOnlineLists = (body: Element): void => {
  for (const end of body.querySelectorAll('span.EOP')) end.remove()
  const lines = [...body.querySelectorAll(items)].flatMap(lineOf)
  for (const { element } of lines) {
    const list = element.parentElement
    if (list && isList(list)) unwrap(list)
  }
  for (const wrapper of body.querySelectorAll('div.ListContainerWrapper, div.OutlineElement')) unwrap(wrapper)
  gatherLines(lines)
}

const lineOf = (item: Element): ListLine[] => {
  const list = item.parentElement
  const level = Number(item.getAttribute('data-aria-level'))
  if (!list || !isList(list) || !Number.isInteger(level) || level < 1) return []
  const element = item.ownerDocument.createElement('div')
  element.append(...item.childNodes)
  item.replaceWith(element)
  const position = [...list.children].filter(isElement).indexOf(element)
  const number = Number(list.getAttribute('start') ?? 1) + position
  const id = item.getAttribute('data-listid') ?? ''
  return [{ element, level, tag: list.localName === 'ol' ? 'ol' : 'ul', marker: `${number}.`, id }]
}
