const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (line: string): string =>
  line.replaceAll(/[&<>]/g, (character) => entities[character] ?? character)

/** Converts plain text to rich text: a paragraph for every line that isn't blank; '' for none. */
export const paragraphsOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')
