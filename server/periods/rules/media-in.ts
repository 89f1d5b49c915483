/** The names of the school's own files that a text leads to, each once: of `/media/{name}`. */
export const mediaIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\/media\/([\w-]{1,120}\.\w{1,8})/g)].flatMap(([, name]) => (name ? [name] : [])),
  ),
]
