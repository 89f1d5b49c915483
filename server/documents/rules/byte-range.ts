import type { ByteRange } from '#server/lib/files.ts'

/**
 * The part of a file that a `Range` header asks for (RFC 9110): null for all of it, also where the header makes no
 * sense or asks for several parts at once; 'none' where it asks for what is not there.
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
