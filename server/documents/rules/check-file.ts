import { fileTypes, type FileType } from '#contract/documents/choices.ts'
import { imageSizeOf, type ImageSize } from './image-size.ts'

/** The details of a file that determine its type. */
export interface FileDetails {
  readonly name: string
  readonly size: number
  /** The first bytes. */
  readonly head: Buffer
  /** The type found by its signature; undefined for plain text and files without a signature. */
  readonly marked: string | undefined
  /** Whether it has no NUL and is UTF-8 or Windows text throughout. */
  readonly isText: boolean
}

/** More pixels than any card or scan has. A larger image would fill the memory of computers that open it. */
const mostPixels = 80_000_000

const typeNames = [...new Set(fileTypes.map(({ label }) => label))].join(', ')

/** Returns the type of a file, or a sentence that says why it’s rejected. Name and content must match. */
export const checkFile = (seen: FileDetails): { readonly type: FileType } | { readonly refused: string } => {
  if (seen.size === 0) return { refused: 'The file is empty.' }
  const type = typeOf(seen)
  if (!type) return { refused: `Upload one of these file types: ${typeNames}.` }
  if (!type.extensions.some((extension) => extension === extensionOf(seen.name)))
    return {
      refused: `This is a ${type.label} file, but its name doesn’t end in .${type.extensions[0] ?? ''}. Rename the file and upload it again.`,
    }
  const refused = whyTooLarge(imageSizeOf(type.media_type, seen.head))
  return refused === null ? { type } : { refused }
}

/** Returns why an image of this size is rejected; null if it isn’t. */
export const whyTooLarge = (size: ImageSize | null): string | null =>
  size && size.width * size.height > mostPixels
    ? 'This image is too large. Reduce its size and upload it again.'
    : null

const extensionOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Types that the detection library names differently. */
const synonyms: Readonly<Record<string, string>> = {
  'application/x-cfb': 'application/msword',
  'image/heif': 'image/heic',
  'image/apng': 'image/png',
}

const typeOf = (seen: FileDetails): FileType | undefined => {
  const marked = seen.marked === undefined ? undefined : (synonyms[seen.marked] ?? seen.marked)
  const mediaType = marked ?? (seen.isText && !isMarkup(seen.head) ? 'text/plain' : undefined)
  return fileTypes.find((type) => type.media_type === mediaType)
}

/** Returns whether a plain text file is HTML or SVG. */
const isMarkup = (head: Buffer): boolean =>
  /<(!doctype|html|head|body|svg|script|iframe|\?xml)\b|<\?xml/i.test(head.toString('latin1'))
