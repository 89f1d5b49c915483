import sanitizeHtml from 'sanitize-html'
import { pictureAttributes, type RichTextProfile } from '#contract/rich-text.ts'
import { buildRichText } from './rich-text/build.ts'
import { plainTextOf, writeRichText } from './rich-text/write.ts'

/** Left out with all they hold. */
const droppedWhole =
  `script style iframe svg math template video audio object embed applet noscript noembed noframes frameset head title
  textarea select option canvas xmp plaintext listing dialog form button portal slot marquee`.split(/\s+/)

/** Tags whose meaning is read (and mostly not kept): all others are unwrapped, their text stays. */
const read =
  `p br h1 h2 h3 h4 h5 h6 blockquote ul ol li a span font strong b em i u ins s strike del pre div section article aside
  main header footer nav address figure figcaption center details summary fieldset legend dl dt dd hr table caption tr td
  th body`.split(/\s+/)

/** Deeper than any text that people write; keeps a hostile one cheap. */
const deepest = 60

/** Takes HTML apart: dangerous parts gone with their content, everything else balanced and escaped. */
const takeApart = (html: string, profile: RichTextProfile): string =>
  sanitizeHtml(html, {
    allowedTags: profile === 'website' ? [...read, 'img'] : read,
    nonTextTags: droppedWhole,
    allowedAttributes: { '*': ['style', 'class', 'align'], a: ['href'], img: [...pictureAttributes] },
    // addresses are judged by `mayLeadTo`, styles are only read
    allowedSchemes: ['http', 'https', 'ftp'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: deepest,
  })

/** Where a text stands. */
export interface TextPlace {
  /** Whether pictures may stand in it. */
  readonly profile?: RichTextProfile
  /** Of a note: whose fields and documents its links may lead to. */
  readonly student?: number | undefined
}

/**
 * Rich text as it may be stored: only the tags and attributes of `contract/rich-text.ts`, in one spelling (cleaning it
 * again changes nothing). What is forbidden becomes paragraphs rather than being lost; scripts, styles, frames and
 * drawings go with their content. Null when neither text nor a picture is left.
 */
export const cleanRichText = (
  html: string,
  { profile = 'plain', student }: TextPlace = {},
): string | null => {
  const blocks = buildRichText(takeApart(html, profile), student)
  const written = writeRichText(blocks)
  // a '<' of the text is written as &lt;
  return plainTextOf(blocks).trim() === '' && !written.includes('<img ') ? null : written
}
