/** Controls, and marks that turn the direction of writing: they make a name look like another. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A file's name without the folders some browsers send, and without what is not seen. */
export const fileNameOf = (name: string): string => {
  const bare = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replaceAll(unseen, '')
    .trim()
  return bare === '' ? 'file' : bare.slice(0, 200)
}
