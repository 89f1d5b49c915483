import createPurifier from 'dompurify'
import {
  isMediaPath,
  mayLeadTo,
  pictureAttributes,
  richTextAttributes,
  richTextClasses,
  richTextTagsOf,
  type RichTextProfile,
} from '#contract/rich-text.ts'

const purifier = createPurifier(window)

const keepClasses = (node: Element): void => {
  const kept = richTextClasses.filter((name) => node.classList.contains(name))
  if (kept.length > 0) node.setAttribute('class', kept.join(' '))
  else node.removeAttribute('class')
}

/** Whose note is being cleaned; a hook is told nothing. */
let student: number | undefined

purifier.addHook('afterSanitizeAttributes', (node) => {
  keepClasses(node)
  // a picture from elsewhere would tell its owner who reads the page
  if (node.tagName === 'IMG' && !isMediaPath(node.getAttribute('src') ?? '')) node.remove()
  if (node.tagName === 'A' && !mayLeadTo(node.getAttribute('href') ?? '', student))
    node.removeAttribute('href')
})

const attributes = [...new Set(Object.values(richTextAttributes).flat())]

/** Where a text stands. */
export interface TextPlace {
  /** Whether pictures may stand in it. */
  readonly profile?: RichTextProfile | undefined
  /** Of a note: whose fields and documents its links may lead to. */
  readonly student?: number | undefined
}

interface CleanOptions extends TextPlace {
  /** Tags that stand for others. */
  readonly more?: readonly string[]
}

/** Rich text by the one whitelist (contract/rich-text.ts), whatever it was before. */
export const cleanRichText = (
  html: string,
  { profile = 'plain', more = [], student: of }: CleanOptions = {},
): string => {
  student = of
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...richTextTagsOf(profile), ...more],
    ALLOWED_ATTR: profile === 'website' ? [...attributes, ...pictureAttributes] : attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}

/** Spellings of others that the editor reads as its own. */
const spellings = ['b', 'i', 'strike', 'del', 'h1', 'h4', 'h5', 'h6', 'div']

/** A row of a table becomes a paragraph, its cells apart by blanks (behaviour 6.3). */
const flattenTables = (page: Document): void => {
  for (const row of page.querySelectorAll('tr')) {
    const paragraph = page.createElement('p')
    paragraph.textContent = Array.from(row.cells, (cell) => cell.textContent.trim()).join(' ')
    row.replaceWith(paragraph)
  }
}

/**
 * Tags without styles and handlers. The page's policy would block them, and says so for each; what makes the text safe
 * is the whitelist.
 */
const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(/\s(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi, ''),
    )

/** What comes from the clipboard, read and not cleaned yet. */
export const readPaste = (html: string): HTMLElement => {
  const page = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  flattenTables(page)
  return page.body
}

/** A part of what comes from the clipboard, by the whitelist, before the editor reads it. */
export const cleanPasted = (html: string, place: TextPlace = {}): string =>
  cleanRichText(html, { ...place, more: spellings })

/** The whole of it at once. */
export const cleanPaste = (html: string, place: TextPlace = {}): string =>
  cleanPasted(readPaste(html).innerHTML, place)
