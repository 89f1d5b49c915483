import { fileTypes, type FileType } from '#contract/documents/choices.ts'
import { imageSizeOf, type ImageSize } from './image-size.ts'

/** As much of a file as its sort is told by. */
export interface Seen {
  readonly name: string
  readonly size: number
  /** The first bytes. */
  readonly head: Buffer
  /** What the content says it is, by its marks; undefined for plain text and what has none. */
  readonly marked: string | undefined
  /** No NUL, valid UTF-8 or Windows text throughout. */
  readonly isText: boolean
}

/** More pixels than any card or scan has; a picture of them would fill the memory of whoever opens it. */
const mostPixels = 80_000_000

const sorts = [...new Set(fileTypes.map(({ label }) => label))].join(', ')

/** The sort of a file, or in words why it is refused. Name and content must say the same. */
export const judgeFile = (seen: Seen): { readonly type: FileType } | { readonly refused: string } => {
  if (seen.size === 0) return { refused: 'The file is empty.' }
  const type = typeOf(seen)
  if (!type) return { refused: `Only these kinds of files can be kept: ${sorts}.` }
  if (!type.extensions.some((extension) => extension === extensionOf(seen.name)))
    return {
      refused: `The file is ${type.label}, but its name does not end with .${type.extensions[0] ?? ''}.`,
    }
  const refused = whyTooLarge(imageSizeOf(type.media_type, seen.head))
  return refused === null ? { type } : { refused }
}

/** Why a picture of this size is refused; null where it is not. */
export const whyTooLarge = (size: ImageSize | null): string | null =>
  size && size.width * size.height > mostPixels
    ? 'The picture has too many pixels. Save it smaller and bring that.'
    : null

const extensionOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** What the recognizer calls a sort that we call otherwise. */
const synonyms: Readonly<Record<string, string>> = {
  'application/x-cfb': 'application/msword',
  'image/heif': 'image/heic',
  'image/apng': 'image/png',
}

const typeOf = (seen: Seen): FileType | undefined => {
  const marked = seen.marked === undefined ? undefined : (synonyms[seen.marked] ?? seen.marked)
  const mediaType = marked ?? (seen.isText && !isMarkup(seen.head) ? 'text/plain' : undefined)
  return fileTypes.find((type) => type.media_type === mediaType)
}

/** A page or a drawing in the guise of plain text. */
const isMarkup = (head: Buffer): boolean =>
  /<(!doctype|html|head|body|svg|script|iframe|\?xml)\b|<\?xml/i.test(head.toString('latin1'))
