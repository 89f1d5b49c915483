import { isWebAddress } from '#contract/platform/rich-text.ts'

/** A link to another site in a document: its dot path and address. */
export interface PlacedLink {
  readonly path: string
  readonly url: string
}

const linksOf = (text: string): string[] => {
  if (isWebAddress(text)) return /^https?:/i.test(text) ? [text] : []
  return [...text.matchAll(/<a [^>]*?href="(https?:[^"]{1,2000})"/gi)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
}

/** Returns the links of a document to other sites, in texts and in fields. */
export const linksIn = (value: unknown, path = ''): PlacedLink[] => {
  if (typeof value === 'string') return [...new Set(linksOf(value))].map((url) => ({ path, url }))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => linksIn(inner, path === '' ? key : `${path}.${key}`))
}
