/**
 * Merge fields in a text: `{{student.first_name}}`, or with a fallback for records without a value:
 * `{{student.first_name|there}}`. Values are substituted once; a value that looks like a merge field stays text.
 */

/** A merge field as it appears in a text. */
export interface MergeToken {
  /** The field’s name as written, which may be an older one. */
  readonly name: string
  /** The text for records without a value; null without one. In HTML, it’s escaped like the text around it. */
  readonly fallback: string | null
}

/** The most characters of a fallback. */
export const fallbackLimit = 100

const tokens = new RegExp(
  String.raw`\{\{\s*([a-z][a-z0-9_]{0,59}\.[a-z][a-z0-9_]{0,59})\s*(?:\|([^{}<>|]{0,${fallbackLimit}}))?\}\}`,
  'g',
)

/** Text that looks like a merge field. It’s one only if it’s also written as `tokens` says. */
const lookalikes = /\{\{[^{}]{0,200}\}\}/g

const tokenOf = ([, name = '', fallback]: readonly (string | undefined)[]): MergeToken => ({
  name,
  fallback: fallback === undefined || fallback.trim() === '' ? null : fallback.trim(),
})

/** Returns a merge field as it’s written in a text. */
export const writeToken = ({ name, fallback }: MergeToken): string =>
  fallback === null ? `{{${name}}}` : `{{${name}|${fallback}}}`

/** A part of a text: literal text, or a merge field. */
type TextPart = { readonly text: string } | { readonly token: MergeToken }

/** Splits a text into its literal parts and its merge fields, in order. */
export const splitTokens = (source: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const found of source.matchAll(tokens)) {
    if (found.index > end) parts.push({ text: source.slice(end, found.index) })
    parts.push({ token: tokenOf(found) })
    end = found.index + found[0].length
  }
  if (end < source.length) parts.push({ text: source.slice(end) })
  return parts
}

/** Returns the merge fields of a text, in order, each as often as it appears. */
export const tokensIn = (source: string): MergeToken[] =>
  splitTokens(source).flatMap((part) => ('token' in part ? [part.token] : []))

/** Returns the pieces of a text in double braces that can’t be read as a merge field. */
export const unreadableTokensIn = (source: string): string[] =>
  [...source.matchAll(lookalikes)].map(([found]) => found).filter((found) => tokensIn(found).length === 0)

/** Returns a text with each merge field replaced. */
export const replaceTokens = (source: string, replace: (token: MergeToken) => string): string =>
  splitTokens(source)
    .map((part) => ('token' in part ? replace(part.token) : part.text))
    .join('')
