import { holdsBlocks, innermostFirst } from './elements.ts'

/** Where a list item keeps the marker that it had. */
export const markerName = 'data-marker'

/** Returns whether a list begins with a marker: '1.', 'a)', '(i)', '1.1.' */
const isFirst = (marker: string): boolean =>
  /^\P{L}?(?:[aA]|[iI])\P{L}*$/u.test(marker) || /^\D*1(?:\D+1)*\D*$/.test(marker)

const letterOf = (number: number, type: string): string => {
  const letter = String.fromCharCode(96 + number)
  return type === 'A' ? letter.toUpperCase() : letter
}

/** Returns the marker of an item: its own, or its number in the list. */
const markerOf = (list: Element, item: Element, number: number): string => {
  const own = item.getAttribute(markerName)
  if (own !== null) return own
  const type = list.getAttribute('type') ?? '1'
  return `${/^[aA]$/.test(type) && number <= 26 ? letterOf(number, type) : number}.`
}

/**
 * Writes the numbers of lists that don’t start at 1 as text, because a list of the editor always does: “See step 5” still
 * points to step 5.
 */
export const keepNumbers = (body: Element): void => {
  for (const list of innermostFirst(body, 'ol')) {
    const items = [...list.children].filter(({ localName }) => localName === 'li')
    let number = Number.parseInt(list.getAttribute('start') ?? '1', 10)
    if (Number.isNaN(number)) number = 1
    const markers = items.map((item) => {
      const own = Number.parseInt(item.getAttribute('value') ?? '', 10)
      if (!Number.isNaN(own)) number = own
      const marker = markerOf(list, item, number)
      number += 1
      return marker
    })
    const [first] = markers
    if (first === undefined || isFirst(first)) continue
    list.replaceWith(...items.flatMap((item, index) => linesOf(item, markers[index] ?? '')))
  }
}

/** Returns an item as a paragraph with its marker, and what follows in it. */
const linesOf = (item: Element, marker: string): Node[] => {
  const nodes = [...item.childNodes]
  const place = nodes.findIndex(holdsBlocks)
  const line = item.ownerDocument.createElement('p')
  line.append(`${marker} `, ...(place < 0 ? nodes : nodes.slice(0, place)))
  const rest = place < 0 ? [] : nodes.slice(place)
  const [paragraph] = rest
  if (line.textContent.trim() !== marker || !(paragraph instanceof HTMLParagraphElement))
    return [line, ...rest]
  paragraph.prepend(`${marker} `)
  return rest
}
