import { richTextNesting, richTextTagLimit } from '#contract/platform/rich-text.ts'

/** Elements a start tag closes, as browsers parse HTML: a paragraph closes the one before it. */
const endsBefore: Readonly<Record<string, ReadonlySet<string>>> = {
  ...Object.fromEntries(
    `p div section article aside main header footer nav address figure h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote table
    form fieldset hr center details`
      .split(/\s+/)
      .map((tag) => [tag, new Set(['p'])]),
  ),
  li: new Set(['li', 'p']),
  dt: new Set(['dt', 'dd', 'p']),
  dd: new Set(['dt', 'dd', 'p']),
  tr: new Set(['tr', 'th', 'td', 'p']),
  td: new Set(['th', 'td', 'p']),
  th: new Set(['th', 'td', 'p']),
  option: new Set(['option']),
}
const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

type Markup = 'html' | 'xml'

/** The number of tags in a text, counting anything that looks like one, and their nesting as written. */
interface MarkupSize {
  readonly tags: number
  readonly nesting: number
}

/**
 * Measures a text in one pass before any parser reads it, and stops at a limit. Tags inside attributes and
 * comments count too, so the count is an upper limit of what a parser finds.
 */
export const measureMarkup = (text: string, markup: Markup = 'html'): MarkupSize => {
  const open: string[] = []
  let tags = 0
  let nesting = 0
  for (const [, slash, name = '', rest = ''] of text.matchAll(/<(\/?)([a-z][^\s/<>]*)([^<>]*)/gi)) {
    if (slash === '/') close(open, nameIn(markup, name))
    else {
      tags += 1
      start(open, markup, nameIn(markup, name), rest)
      nesting = Math.max(nesting, open.length)
    }
    if (tags > richTextTagLimit || nesting > richTextNesting) break
  }
  return { tags, nesting }
}

const nameIn = (markup: Markup, name: string): string => (markup === 'html' ? name.toLowerCase() : name)

const start = (open: string[], markup: Markup, tag: string, rest: string): void => {
  if (markup === 'html') endImplied(open, tag)
  const isWhole = markup === 'html' ? voidElements.has(tag) : rest.endsWith('/')
  if (!isWhole) open.push(tag)
}

/** Closes everything opened since an end tag’s start tag; an end tag without a start tag is ignored. */
const close = (open: string[], tag: string): void => {
  const at = open.lastIndexOf(tag)
  if (at >= 0) open.length = at
}

const endImplied = (open: string[], tag: string): void => {
  const ended = endsBefore[tag]
  while (ended?.has(open.at(-1) ?? '') === true) open.pop()
}

/** Returns why a text is too complex to parse; null if it isn’t. */
export const limitExceeded = ({ tags, nesting }: MarkupSize): string | null => {
  if (nesting > richTextNesting)
    return `The formatting is nested more than ${richTextNesting} levels deep. Clear the formatting and try again.`
  return tags > richTextTagLimit
    ? `The text has more than ${richTextTagLimit.toLocaleString('en-US')} pieces of formatting. Clear the formatting or shorten the text.`
    : null
}
