import { fileTypes, type FileType } from '#contract/platform/record/file-kinds.ts'
import { extensionOf } from './file-name.ts'
import { imageSizeOf, mostPixels, type ImageSize } from './image-size.ts'

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

const typeNames = [...new Set(fileTypes.map(({ label }) => label))].join(', ')

/**
 * Returns the type of a file, or a sentence that says why it’s rejected. The content decides, whatever the name says.
 * Only plain text has no signature: it’s known by its name.
 */
export const checkFile = (seen: FileDetails): { readonly type: FileType } | { readonly refused: string } => {
  if (isEmpty(seen)) return { refused: 'The file is empty.' }
  const type = typeOf(seen)
  if (!type) return { refused: `Upload one of these file types: ${typeNames}.` }
  const refused = whyTooLarge(imageSizeOf(type.media_type, seen.head))
  return refused === null ? { type } : { refused }
}

/** A text of blanks alone is as empty as no bytes. */
const isEmpty = ({ size, head, isText }: FileDetails): boolean =>
  size === 0 || (isText && size === head.length && head.toString('utf8').trim() === '')

/** The sentence for an image with more pixels than fit in memory. */
export const tooManyPixels = 'This image is too large. Reduce its size and upload it again.'

/** Returns why an image of this size is rejected; null if it isn’t. */
export const whyTooLarge = (size: ImageSize | null): string | null =>
  size && size.width * size.height > mostPixels ? tooManyPixels : null

/** Types that the detection library names differently. */
const synonyms: Readonly<Record<string, string>> = {
  'application/x-cfb': 'application/msword',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/apng': 'image/png',
}

const typeOf = (seen: FileDetails): FileType | undefined => {
  const marked = seen.marked === undefined ? undefined : (synonyms[seen.marked] ?? seen.marked)
  const mediaType =
    marked ?? (isTiff(seen.head) ? 'image/tiff' : isPlainText(seen) ? 'text/plain' : undefined)
  return fileTypes.find((type) => type.media_type === mediaType)
}

/** The detection library doesn’t know a TIFF whose end is missing. */
const isTiff = (head: Buffer): boolean => /^(49492a00|4d4d002a)$/.test(head.toString('hex', 0, 4))

const isPlainText = ({ name, head, isText }: FileDetails): boolean =>
  isText && extensionOf(name) === 'txt' && !isMarkup(head)

/** Returns whether a plain text file is HTML or SVG. */
const isMarkup = (head: Buffer): boolean =>
  /<(!doctype|html|head|body|svg|script|iframe|\?xml)\b|<\?xml/i.test(head.toString('latin1'))

/** Why no one can read a file: it needs a password, is damaged or cut off, or has more pixels than fit in memory. */
export type Unreadable = 'locked' | 'damaged' | 'too_many_pixels'
