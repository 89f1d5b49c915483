import { copyHeic, openHeic } from './heic.ts'
import { openPdf } from './pdf.ts'
import { copyPng, copyTiff, openPicture } from './picture.ts'
import type { Unreadable } from './check-file.ts'
import { openOldWord, openWord } from './word.ts'

/** Opens a file. Returns why people can’t, or null if they can. */
type Opener = (bytes: Buffer) => Promise<Unreadable | null>

const openers: Readonly<Record<string, Opener>> = {
  'application/pdf': openPdf,
  'image/png': openPicture,
  'image/jpeg': openPicture,
  'image/webp': openPicture,
  'image/gif': openPicture,
  'image/tiff': openPicture,
  'image/heic': openHeic,
  'application/msword': openOldWord,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': openWord,
}

/** Returns why people can’t read a file of a type; null if they can, or if nothing is known about the type. */
export const whyUnreadable = async (mediaType: string, bytes: Uint8Array): Promise<Unreadable | null> =>
  (await openers[mediaType]?.(bufferOf(bytes))) ?? null

/** Returns a JPEG of a picture that browsers don’t show; null if it can’t be made. */
export const copyOf = async (mediaType: string, bytes: Uint8Array): Promise<Uint8Array | null> =>
  mediaType === 'image/heic' ? copyHeic(bufferOf(bytes)) : copyTiff(bufferOf(bytes))

/** Returns a small drawing as a PNG in shades of gray; null if it isn’t a PNG of at most that size. */
export const copyDrawing = async (
  bytes: Uint8Array,
  width: number,
  height: number,
): Promise<Uint8Array | null> => copyPng(bufferOf(bytes), { width, height })

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)
