/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** More pixels than any card or scan has. A larger image would fill the memory of computers that open it. */
export const mostPixels = 80_000_000

/** Returns the size in an image’s header; null if it isn’t such an image or has no size. */
export const imageSizeOf = (mediaType: string, head: Buffer): ImageSize | null =>
  readers[mediaType]?.(head) ?? null

const png = (head: Buffer): ImageSize | null =>
  head.length < 24 ? null : { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }

const gif = (head: Buffer): ImageSize | null =>
  head.length < 10 ? null : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }

/** Markers that start a frame with its height and width. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const jpeg = (head: Buffer): ImageSize | null => {
  let at = 2
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0
    if (isFrame(marker)) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2)
  }
  return null
}

const webp = (head: Buffer): ImageSize | null => {
  if (head.length < 30) return null
  const form = head.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (form === 'VP8 ')
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  const bits = head.readUInt32LE(21)
  return form === 'VP8L' ? { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 } : null
}

const readers: Readonly<Record<string, (head: Buffer) => ImageSize | null>> = {
  'image/png': png,
  'image/gif': gif,
  'image/jpeg': jpeg,
  'image/webp': webp,
}
