/** Control characters, and marks that change the writing direction. They make a name look like another. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Returns a file’s name without the folders some browsers send and without invisible characters. */
export const fileNameOf = (name: string): string => {
  const bare = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replaceAll(unseen, '')
    .trim()
  return bare === '' ? 'file' : bare.slice(0, 200)
}
