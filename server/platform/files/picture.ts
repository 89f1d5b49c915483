import sharp, { type Sharp } from 'sharp'
import { imageSizeOf, mostPixels, type ImageSize } from './image-size.ts'
import type { Unreadable } from './check-file.ts'

/** Pages of a TIFF that are opened and shown. */
const mostPages = 20

/** Pixels along the longer side of a copy: enough to read the small print of a card. */
const copySide = 2_400

/** The highest JPEG. */
const highest = 65_000

/** Seconds after which decoding stops, in threads of the library’s own. */
const longest = 15

// nothing is decoded twice, and one picture at a time is enough
sharp.cache(false)
sharp.concurrency(1)
// of the formats it knows, only those that can be uploaded
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
})

const decode = (bytes: Buffer, page = 0): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels, page }).timeout({ seconds: longest })

const pagesOf = async (bytes: Buffer): Promise<number> =>
  Math.min((await decode(bytes).metadata()).pages ?? 1, mostPages)

/** Decodes every pixel of a picture; of a TIFF, the pages that are shown. */
export const openPicture = async (bytes: Buffer): Promise<Unreadable | null> => {
  if (isCut(bytes)) return 'damaged'
  try {
    const pages = isTiff(bytes) ? await pagesOf(bytes) : 1
    for (let page = 0; page < pages; page += 1)
      await decode(bytes, page).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
    return null
  } catch (error) {
    return String(error).includes('pixel limit') ? 'too_many_pixels' : 'damaged'
  }
}

const isTiff = (bytes: Buffer): boolean => /^(II|MM)/.test(bytes.toString('latin1', 0, 2))

/** Bytes of zeros at the end that no complete picture has: a sector of a disk. */
const sector = 512

/** Returns whether the last sector of a file is zeros: room that its download didn’t fill. */
export const endsInZeros = (bytes: Buffer): boolean =>
  bytes.length > sector && bytes.subarray(-sector).every((byte) => byte === 0)

/** How pictures begin and end, in hexadecimal, and whether zeros at their end are a part that’s missing. */
const marks = [
  { start: 'ffd8', end: 'ffd9', hasChecksums: false },
  { start: '474946', end: '3b', hasChecksums: false },
  { start: '52494646', end: '', hasChecksums: false },
  { start: '89504e47', end: '49454e44ae426082', hasChecksums: true },
]

/**
 * Returns whether a JPEG, GIF, WebP or PNG has no end mark, which decoders don’t miss, or whether the rest of it is zeros,
 * which decode as gray.
 */
const isCut = (bytes: Buffer): boolean => {
  const kind = marks.find(({ start }) => bytes.toString('hex', 0, 4).startsWith(start))
  if (!kind) return false
  const end = Buffer.from(kind.end, 'hex')
  if (!bytes.includes(end)) return true
  if (kind.hasChecksums || !endsInZeros(bytes)) return false
  const last = bytes.findLastIndex((byte) => byte !== 0) + 1
  return end.length === 0 || !bytes.subarray(last - end.length, last).equals(end)
}

/** Returns a picture as a JPEG of moderate size, upright. */
export const writeCopy = (picture: Sharp, height = copySide): Promise<Buffer> =>
  picture
    .resize(copySide, height, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 })
    .toBuffer()

/** Returns the pages of a TIFF below each other as a JPEG; null if it can’t be decoded. */
export const copyTiff = async (bytes: Buffer): Promise<Buffer | null> => {
  try {
    const count = await pagesOf(bytes)
    const height = Math.min(copySide, Math.floor(highest / count))
    const pages: Buffer[] = []
    for (let page = 0; page < count; page += 1)
      pages.push(await writeCopy(decode(bytes, page).autoOrient(), height))
    const [first] = pages
    if (first === undefined || count === 1) return first ?? null
    return await sharp(pages, { join: { across: 1, shim: 16, background: 'white' } })
      .jpeg()
      .toBuffer()
  } catch {
    return null
  }
}

/** Shades of gray that smooth lines need. */
const shades = 16

/** Returns a PNG on white and in shades of gray, without its metadata; null if it’s larger or can’t be decoded. */
export const copyPng = async (bytes: Buffer, largest: ImageSize): Promise<Buffer | null> => {
  // before it’s decoded: a small file can say that it has many pixels
  const size = imageSizeOf('image/png', bytes)
  if (!size || size.width > largest.width || size.height > largest.height || isCut(bytes)) return null
  try {
    const picture = decode(bytes)
    if ((await picture.metadata()).format !== 'png') return null
    return await picture.flatten({ background: 'white' }).grayscale().png({ colours: shades }).toBuffer()
  } catch {
    return null
  }
}
