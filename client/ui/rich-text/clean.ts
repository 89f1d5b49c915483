import createPurifier from 'dompurify'
import {
  alignableTags,
  isMediaPath,
  mayLeadTo,
  pictureAttributes,
  richTextAttributes,
  richTextClasses,
  richTextTags,
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

/** A tag that the server would not have written so. */
const strangeTag = new RegExp(
  `<(?!/?(?:${richTextTags.join('|')})>|a href="[^"<>]*">|(?:${alignableTags.join('|')}) class="[\\w-]+">|img src="[^"<>]*" alt="[^"<>]*">)`,
)

/**
 * Stored rich text, before an editor reads it. What the server has written is as it is; all else is cleaned, for a form
 * answers the reader with what is named in it ("DOM clobbering") and would hold or break the page.
 */
export const cleanForEditor = (html: string, place: TextPlace = {}): string =>
  strangeTag.test(html) ? cleanRichText(html, place) : html
