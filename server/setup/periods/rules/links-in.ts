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

/** Returns the names of the school’s files that a text links to, without duplicates: from `/media/{name}`. */
export const mediaIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\/media\/([\w-]{1,120}\.\w{1,8})/g)].flatMap(([, name]) => (name ? [name] : [])),
  ),
]

/** Returns where a document’s texts link to such files: dot path and name, without duplicates. */
export const mediaPlacesIn = (value: unknown, path = ''): { path: string; name: string }[] => {
  if (typeof value === 'string') return mediaIn(value).map((name) => ({ path, name }))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    mediaPlacesIn(inner, path === '' ? key : `${path}.${key}`),
  )
}
