/** The names of the school's own files that a text leads to, each once: of `/media/{name}`. */
export const mediaIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\/media\/([\w-]{1,120}\.\w{1,8})/g)].flatMap(([, name]) => (name ? [name] : [])),
  ),
]

/** Where in a document its texts lead to such files: a dot path and the name there, each once. */
export const mediaPlacesIn = (value: unknown, path = ''): { path: string; name: string }[] => {
  if (typeof value === 'string') return mediaIn(value).map((name) => ({ path, name }))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    mediaPlacesIn(inner, path === '' ? key : `${path}.${key}`),
  )
}
