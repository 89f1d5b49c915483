import type { Encoding } from '#contract/platform/text-files.ts'
import { singleByteEncodingOf, wordsOf } from './single-byte-encoding.ts'

/** Bytes to check for a byte order mark and the pattern of UTF-16. */
const headSize = 4096

/** A detector of a file’s encoding from its bytes, chunk by chunk. */
interface EncodingDetector {
  add(piece: Uint8Array): void
  /** Returns the encoding after the last byte. */
  end(): Encoding
}

/**
 * Detects UTF-16 by its byte order mark or its pattern of zeros; UTF-8 if at least as many characters outside ASCII
 * are valid as not, because other encodings hardly ever are by accident; otherwise the encoding in which the file’s
 * words make sense.
 */
export const detectEncoding = (): EncodingDetector => {
  const decoder = new TextDecoder('utf-8')
  const words = wordsOf()
  let head = new Uint8Array(0)
  let [valid, bad] = [0, 0]
  const feed = (piece?: Uint8Array): void => {
    const text = decoder.decode(piece, { stream: piece !== undefined })
    const replaced = countMatches(text, /\uFFFD/g) - (piece ? countReplacements(piece) : 0)
    bad += Math.max(0, replaced)
    valid += countMatches(text, /[\u0080-\u{10FFFF}]/gu) - Math.max(0, replaced)
    if (piece && bad > 0) words.add(piece)
  }
  return {
    add: (piece) => {
      if (head.length < headSize) head = concat(head, piece.subarray(0, headSize - head.length))
      feed(piece)
    },
    end: () => {
      feed()
      return (
        utf16Of(head) ?? (bad === 0 || (valid > 0 && valid >= bad) ? 'utf-8' : singleByteEncodingOf(words))
      )
    },
  }
}

const countMatches = (text: string, pattern: RegExp): number => {
  let found = 0
  pattern.lastIndex = 0
  while (pattern.test(text)) found += 1
  return found
}

/** Counts the characters U+FFFD that are written in UTF-8: they were spoiled before the file was made. */
const countReplacements = (piece: Uint8Array): number => {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  let found = 0
  for (let at = bytes.indexOf('\uFFFD'); at >= 0; at = bytes.indexOf('\uFFFD', at + 3)) found += 1
  return found
}

const concat = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/**
 * Returns the UTF-16 encoding of a file, or null. In UTF-16, Latin letters have a zero in every second byte;
 * other text has almost none.
 */
const utf16Of = (head: Uint8Array): Encoding | null => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(head.length / 2)
  if (pairs < 2) return null
  const zerosAt = (parity: number): number =>
    head.subarray(0, pairs * 2).filter((byte, index) => byte === 0 && index % 2 === parity).length
  const [even, odd] = [zerosAt(0) / pairs, zerosAt(1) / pairs]
  if (odd > 0.5 && even < 0.1) return 'utf-16le'
  return even > 0.5 && odd < 0.1 ? 'utf-16be' : null
}

/** Yields the text of a file in chunks, without its byte order mark. Unreadable bytes become U+FFFD. */
export async function* decodeText(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}
