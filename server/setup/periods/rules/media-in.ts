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
