import sanitizeHtml from 'sanitize-html'
import { pictureAttributes, type RichTextProfile } from '#contract/platform/rich-text.ts'
import { limitExceeded, measureMarkup } from './measure-markup.ts'
import { buildRichText } from './rich-text/build.ts'
import { marks } from '#contract/platform/rich-text-form.ts'
import type { Block, Picture, Run } from './rich-text/blocks.ts'

/** Elements removed with their content. */
const removedElements =
  `script style iframe svg math template video audio object embed applet noscript noembed noframes frameset head title
  textarea select option canvas xmp plaintext listing dialog form button portal slot marquee`.split(/\s+/)

/** Tags whose meaning is read (most aren’t saved). All others are unwrapped; their text stays. */
const read =
  `p br h1 h2 h3 h4 h5 h6 blockquote ul ol li a span font strong b em i u ins s strike del pre div section article aside
  main header footer nav address figure figcaption center details summary fieldset legend dl dt dd hr table caption tr td
  th body`.split(/\s+/)

/** Deeper than any text people write, so that a hostile one stays cheap. */
const maxDepth = 60

/** Parses HTML: removes dangerous parts with their content, and balances and escapes the rest. */
const parseHtml = (html: string, profile: RichTextProfile): string =>
  sanitizeHtml(html, {
    allowedTags: profile === 'website' ? [...read, 'img'] : read,
    nonTextTags: removedElements,
    allowedAttributes: { '*': ['style', 'class', 'align'], a: ['href'], img: [...pictureAttributes] },
    // addresses are checked by `isAllowedLink`, styles are only read
    allowedSchemes: ['http', 'https', 'ftp', 'mailto'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: maxDepth,
  })

/** Where a text appears. */
export interface TextPlace {
  /** Whether it can contain images. */
  readonly profile?: RichTextProfile
  /** For a note: the student whose fields and documents its links can lead to. */
  readonly student?: number | undefined
}

/**
 * Cleans rich text for storage: only the tags and attributes in `contract/platform/rich-text.ts`, normalized, so that
 * cleaning it again changes nothing. Other markup becomes paragraphs; scripts, styles, frames and drawings are
 * removed with their content. Null if neither text nor an image remains.
 */
export const cleanRichText = (
  html: string,
  { profile = 'plain', student }: TextPlace = {},
): string | null => {
  const blocks = buildRichText(parseHtml(html, profile), student)
  const written = writeRichText(blocks)
  // a '<' in the text is written as &lt;
  return plainTextOf(blocks).trim() === '' && !written.includes('<img ') ? null : written
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00A0', '&nbsp;')
const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns blocks as HTML. Saved rich text is written only here, from a fixed set of tags and classes. */
const writeRichText = (blocks: readonly Block[]): string => blocks.map(writeBlock).join('')

const writeBlock = (block: Block): string => {
  if (block.kind === 'container') return `<${block.tag}>${writeRichText(block.children)}</${block.tag}>`
  const inner = writeRuns(block.runs)
  if (block.tag === 'li') return inner
  const alignment = block.align === null ? '' : ` class="${block.align}"`
  return `<${block.tag}${alignment}>${inner}</${block.tag}>`
}

/** Returns the tags around a run, outermost first. */
const tagsOf = (run: Run): { readonly open: string; readonly close: string }[] => [
  ...(run.href === null ? [] : [{ open: `<a href="${escapeAttribute(run.href)}">`, close: '</a>' }]),
  ...marks.filter((mark) => run.marks.has(mark)).map((mark) => ({ open: `<${mark}>`, close: `</${mark}>` })),
]

const writePicture = ({ src, alt }: Picture): string =>
  `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}">`

const writeRun = ({ text, picture }: Run): string => {
  if (picture) return writePicture(picture)
  return text === null ? '<br>' : escapeText(text)
}

/** Writes runs that share their outer tags inside the same tags. */
const writeRuns = (runs: readonly Run[]): string => {
  let written = ''
  let open: ReturnType<typeof tagsOf> = []
  const closeDownTo = (depth: number): void => {
    for (const tag of open.slice(depth).reverse()) written += tag.close
    open = open.slice(0, depth)
  }
  for (const run of runs) {
    const wanted = tagsOf(run)
    const shared = wanted.findIndex((tag, index) => tag.open !== open[index]?.open)
    closeDownTo(shared < 0 ? wanted.length : shared)
    for (const tag of wanted.slice(open.length)) written += tag.open
    open = wanted
    written += writeRun(run)
  }
  closeDownTo(0)
  return written
}

/** Returns the text only, one line per block; images become their alt text. */
const plainTextOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.kind === 'container'
        ? plainTextOf(block.children)
        : block.runs.map(({ text, picture }) => picture?.alt ?? text ?? '\n').join(''),
    )
    .join('\n')

/** The cleaned text, null if nothing remains, or why it can’t be saved. */
interface CleanText {
  readonly kept: string | null
  readonly why: string | null
}

/** Cleans a text. Rejects one that cleaning made exceed the limits, because it couldn’t be saved again. */
export const cleanNow = (html: string, place: TextPlace): CleanText => {
  const kept = cleanRichText(html, place)
  return { kept, why: limitExceeded(measureMarkup(kept ?? '')) }
}
