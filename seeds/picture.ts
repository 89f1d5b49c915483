import { crc32, deflateSync } from 'node:zlib'
import { dotsOf } from './font.ts'

export type Color = readonly [red: number, green: number, blue: number]

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An image with few colors, drawn dot by dot. It starts in the first color, `paper`. */
export const createPicture = (width: number, height: number, colors: readonly Color[]) => {
  const dots = Buffer.alloc(width * height)
  const paint = (box: Box, color: number): void => {
    for (let y = box.y; y < Math.min(height, box.y + box.height); y += 1)
      dots.fill(color, y * width + box.x, y * width + Math.min(width, box.x + box.width))
  }
  return {
    paint,
    /** Draws one line of capitals, with `size` dots for each dot of the font. */
    write: (text: string, place: { x: number; y: number; size: number }, color: number): void => {
      const { x, y, size } = place
      for (const dot of dotsOf(text))
        paint({ x: x + dot.x * size, y: y + dot.y * size, width: size, height: size }, color)
    },
    toPng: (): Buffer => pngOf(width, height, colors, dots),
  }
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a PNG with a palette, 8 bits per dot, no filter (PNG specification, sections 5 and 11). */
const pngOf = (width: number, height: number, colors: readonly Color[], dots: Buffer): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const lines = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.of(0), dots.subarray(y * width, (y + 1) * width)]),
  )
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colors.flat())),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
