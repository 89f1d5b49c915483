import { fileTypes } from '#contract/platform/record/file-kinds.ts'

/** Line breaks and tabs, also as browsers write them in the name of an uploaded file. */
const breaks = /[\p{Zl}\p{Zp}\t\n\r]+|%0D%0A|%0[AD]/gu

/**
 * Control characters, and marks that change the writing direction. They make a name look like another. Joiners between
 * letters and emoji don’t.
 */
const unseen = /\p{Cc}|(?![\u200C\u200D])\p{Cf}/gu

/**
 * Returns a file’s name without the folders some browsers send and without invisible characters. Letters are composed,
 * and quotes are as they were before the browser escaped them.
 */
export const fileNameOf = (name: string): string => {
  const bare = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replaceAll('%22', '"')
    .replaceAll(breaks, ' ')
    .replaceAll(unseen, '')
    .normalize('NFC')
    .trim()
  return bare === '' ? 'file' : bare.slice(0, 200).toWellFormed()
}

/** Returns the ending of a name without its dot, in small letters; '' if it has none. */
export const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

const knownEndings: ReadonlySet<string> = new Set(fileTypes.flatMap(({ extensions }) => extensions))

/**
 * Returns the name under which a download is saved, with an ending that fits its type: ‘IMG_2.JPG’ that is HEIC becomes
 * ‘IMG_2.heic’, and ‘letter’ becomes ‘letter.pdf’.
 */
export const downloadNameOf = (name: string, mediaType: string): string => {
  const extensions: readonly string[] =
    fileTypes.find((type) => type.media_type === mediaType)?.extensions ?? []
  const [usual] = extensions
  const ending = extensionOf(name)
  if (usual === undefined || extensions.includes(ending)) return name
  const bare = knownEndings.has(ending) ? name.slice(0, -ending.length - 1) : name
  return `${bare === '' ? 'file' : bare}.${usual}`
}
