import type { Encoding } from '#server/lib/encoding.ts'

const decoder = new TextDecoder('windows-1252')
const windowsBytes: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
)

const encoders: Record<Encoding, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
  // characters missing in Windows-1252 become a question mark, as in Excel
  'windows-1252': (text) => Buffer.from([...text].map((letter) => windowsBytes.get(letter) ?? 0x3f)),
}

/** Returns a text in an encoding, with the byte order mark if the encoding has one and it’s requested. */
export const encodeAs = (text: string, encoding: Encoding, withMark: boolean): Buffer =>
  encoders[encoding](withMark && encoding !== 'windows-1252' ? `\uFEFF${text}` : text)
