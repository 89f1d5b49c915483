/** UTF-8 read in another encoding: that encoding, and how the first byte of a letter looks in it. */
const misreadings = [
  { encoding: 'windows-1252', start: /[ÂÃÄÅâáà]/ },
  { encoding: 'macintosh', start: /[¬√ƒ≈‚·]/ },
] as const

const bytesOf = (encoding: string): ReadonlyMap<string, number> => {
  const decoder = new TextDecoder(encoding)
  return new Map(
    Array.from({ length: 128 }, (_, index) => [decoder.decode(Uint8Array.of(128 + index)), 128 + index]),
  )
}

const tables = misreadings.map(({ encoding, start }) => ({ start, bytes: bytesOf(encoding) }))

/** Letters and signs of names that a misreading hides; others appear by accident, as in É’. */
const hidden = /[\u00A0-\u017F\u1E00-\u1EFF\u2010-\u201F]/

/** Returns whether characters of a text were lost (U+FFFD) or read in a wrong encoding (`GarcÃ­a`) before. */
export const isSpoiled = (text: string): boolean => {
  if (!/[\u0080-\uFFFF]/.test(text)) return false
  return text.includes('\uFFFD') || tables.some((table) => hasMisread(text, table))
}

const hasMisread = (text: string, { start, bytes }: (typeof tables)[number]): boolean => {
  for (let at = 0; at < text.length; at += 1) {
    if (!start.test(text[at] ?? '')) continue
    // Windows leaves 5 bytes undefined; programs keep them as control characters
    const piece = Array.from(text.slice(at, at + 3), (letter) => bytes.get(letter) ?? letter.charCodeAt(0))
    if (isHidden(piece.slice(0, 2)) || isHidden(piece)) return true
  }
  return false
}

const strict = new TextDecoder('utf-8', { fatal: true })

const isHidden = (bytes: readonly number[]): boolean => {
  if (bytes.length < 2 || bytes.some((byte) => byte < 0x80 || byte > 0xff)) return false
  try {
    const letters = strict.decode(Uint8Array.from(bytes))
    return letters.length === 1 && hidden.test(letters)
  } catch {
    return false
  }
}
