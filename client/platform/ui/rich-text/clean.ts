import createPurifier from 'dompurify'
import {
  alignableTags,
  isMediaPath,
  isAllowedLink,
  pictureAttributes,
  richTextAttributes,
  richTextClasses,
  richTextTags,
  richTextTagsOf,
  type RichTextProfile,
} from '#contract/platform/rich-text.ts'

const purifier = createPurifier(window)

const keepClasses = (node: Element): void => {
  const kept = richTextClasses.filter((name) => node.classList.contains(name))
  if (kept.length > 0) node.setAttribute('class', kept.join(' '))
  else node.removeAttribute('class')
}

/** The student of the note being cleaned, because hooks get no argument for it. */
let student: number | undefined

purifier.addHook('afterSanitizeAttributes', (node) => {
  keepClasses(node)
  // an image from another site would tell its owner who reads the page
  if (node.tagName === 'IMG' && !isMediaPath(node.getAttribute('src') ?? '')) node.remove()
  if (node.tagName === 'A' && !isAllowedLink(node.getAttribute('href') ?? '', student))
    node.removeAttribute('href')
})

const attributes = [...new Set(Object.values(richTextAttributes).flat())]

/** Where the text is used. */
export interface TextPlace {
  /** Whether images are allowed. */
  readonly profile?: RichTextProfile | undefined
  /** For a note: the student whose fields and documents its links may open. */
  readonly student?: number | undefined
}

interface CleanOptions extends TextPlace {
  /** Tags that are replaced by others. */
  readonly more?: readonly string[]
}

/** Cleans rich text with the one whitelist (contract/platform/rich-text.ts). */
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

/** Matches a tag that the server would have written differently. */
const strangeTag = new RegExp(
  `<(?!/?(?:${richTextTags.join('|')})>|a href="[^"<>]*">|(?:${alignableTags.join('|')}) class="[\\w-]+">|img src="[^"<>]*" alt="[^"<>]*">)`,
)

/**
 * Prepares stored rich text for the editor. Text as the server writes it isn't changed; anything else is cleaned,
 * because names in a form can hide its properties ("DOM clobbering") and hang or break the page.
 */
export const cleanForEditor = (html: string, place: TextPlace = {}): string =>
  strangeTag.test(html) ? cleanRichText(html, place) : html
