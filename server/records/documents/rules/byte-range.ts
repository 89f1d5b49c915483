import type { ByteRange } from '#server/platform/lib/files.ts'

/**
 * Parses a `Range` header (RFC 9110). Returns null for the whole file, also if the header is malformed or has
 * several ranges; 'none' if the range isn’t in the file.
 */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'none' | null => {
  const parts = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header ?? '')
  if (!parts) return null
  const [, first, last, length] = parts
  if (first === undefined) return suffix(Number(length), size)
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)]
  if (start >= size) return 'none'
  return end < start ? null : { start, end: Math.min(end, size - 1) }
}

const suffix = (length: number, size: number): ByteRange | 'none' =>
  length === 0 ? 'none' : { start: Math.max(0, size - length), end: size - 1 }
