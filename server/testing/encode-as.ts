import type { Encoding } from '#contract/platform/text-files.ts'

/** Returns a function that writes text with one byte per character; missing ones become a question mark, as in Excel. */
const singleByte = (encoding: Encoding): ((text: string) => Buffer) => {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  )
  return (text) => Buffer.from([...text].map((letter) => bytes.get(letter) ?? 0x3f))
}

const encoders: Record<Encoding, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
  'windows-1252': singleByte('windows-1252'),
  'windows-1250': singleByte('windows-1250'),
  macintosh: singleByte('macintosh'),
}

/** Returns a text in an encoding, with the byte order mark if the encoding has one and it’s requested. */
export const encodeAs = (text: string, encoding: Encoding, withMark: boolean): Buffer =>
  encoders[encoding](withMark && encoding.startsWith('utf') ? `\uFEFF${text}` : text)
