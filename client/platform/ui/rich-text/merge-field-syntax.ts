/** A field that a text can contain: its value is filled in for each reader. */
export interface MergeFieldChoice {
  /** The name in the text: `student.first_name`. */
  readonly name: string
  readonly label: string
  /** What the field belongs to: 'Student'. */
  readonly group: string
  readonly example: string
  /** Whether some readers have no value, so that the field needs a fallback. */
  readonly canBeEmpty: boolean
  /** Former names, which texts can still contain. */
  readonly olderNames?: readonly string[]
}

/** Returns the field with a name, present or older. */
export const findField = (fields: readonly MergeFieldChoice[], name: string): MergeFieldChoice | undefined =>
  fields.find((field) => field.name === name || field.olderNames?.includes(name))

/** A field in a text, for example `{{student.first_name|there}}`. */
export interface WrittenField {
  readonly name: string
  /** Used if there’s no value; null for none. */
  readonly fallback: string | null
}

/** Matches a field: its name, and after '|' its fallback. */
const pattern = /\{\{([^{}|]+)(?:\|([^{}]*))?\}\}/g

/** Reads a field; null if the text isn’t one. */
export const readField = (text: string): WrittenField | null => {
  const [match] = text.matchAll(pattern)
  if (match?.[0] !== text) return null
  const fallback = match[2]?.trim() ?? ''
  return { name: (match[1] ?? '').trim(), fallback: fallback === '' ? null : fallback }
}

/** Writes a field as text. Signs with a meaning in fields or HTML are left out of the fallback. */
export const writeField = ({ name, fallback }: WrittenField): string => {
  const clean = (fallback ?? '')
    .replaceAll(/[{}<>|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return clean === '' ? `{{${name}}}` : `{{${name}|${clean}}}`
}

/** A part of a text: words, or a field as it’s written. */
interface TextPiece {
  readonly text: string
  readonly isField: boolean
}

/** Splits a text into words and fields; joined again, they’re the same text. */
export const piecesOfText = (text: string): readonly TextPiece[] => {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { 0: field, index } of text.matchAll(pattern)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isField: false })
    pieces.push({ text: field, isField: true })
    at = index + field.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isField: false })
  return pieces
}

/** The attribute of an element that holds a field, while the editor reads a text. */
export const fieldAttribute = 'data-merge-field'

/** Wraps every field in the words of clean HTML in an element that the editor reads as one. */
export const markFields = (html: string): string => {
  if (!html.includes('{{')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const node of texts) if (node.nodeValue?.includes('{{')) replaceFields(node)
  return body.innerHTML
}

/** Removes the elements around fields from HTML that the editor wrote. */
export const unmarkFields = (html: string): string => html.replaceAll(writtenMark, '$1')

const writtenMark = new RegExp(`<span ${fieldAttribute}="[^"]*">([^<]*)</span>`, 'g')

const replaceFields = (node: Node): void => {
  const { ownerDocument: page, parentNode: parent, nodeValue: text } = node
  if (!page || !parent) return
  const parts = piecesOfText(text ?? '').map((piece) => {
    if (!piece.isField) return page.createTextNode(piece.text)
    const mark = page.createElement('span')
    mark.setAttribute(fieldAttribute, piece.text)
    return mark
  })
  for (const part of parts) parent.insertBefore(part, node)
  parent.removeChild(node)
}
