import type { Encoding } from '#contract/platform/text-files.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect } from '#server/testing/collect.ts'
import { decodeText, detectEncoding } from './encoding.ts'
import { encodeAs } from '#server/testing/encode-as.ts'

const detect = (...pieces: Uint8Array[]): Encoding => {
  const detector = detectEncoding()
  for (const piece of pieces) detector.add(piece)
  return detector.end()
}
const header = 'Student ID,Last Name\r\n'

test.each<[string, Buffer, Encoding]>([
  ['plain ASCII', Buffer.from(header), 'utf-8'],
  ['UTF-8', Buffer.from(`${header}1,Núñez`), 'utf-8'],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${header}1,Núñez`), 'utf-8'],
  ['Windows-1252', encodeAs(`${header}1,Núñez`, 'windows-1252', false), 'windows-1252'],
  ['UTF-16 with a byte order mark', encodeAs(`${header}1,Łukasik`, 'utf-16le', true), 'utf-16le'],
  ['UTF-16 without', encodeAs(`${header}1,Łukasik`, 'utf-16le', false), 'utf-16le'],
  ['UTF-16 big-endian with a byte order mark', encodeAs(`${header}1,Łukasik`, 'utf-16be', true), 'utf-16be'],
  [
    'UTF-16 big-endian without a byte order mark',
    encodeAs(`${header}1,Łukasik`, 'utf-16be', false),
    'utf-16be',
  ],
  ['nothing', Buffer.alloc(0), 'utf-8'],
])('%s is detected', (_name, bytes, encoding) => {
  expect(detect(bytes)).toBe(encoding)
})

test('one byte that isn’t UTF-8, anywhere in the file, makes it Windows-1252', () => {
  const rows = Buffer.from(`${header}${'1,Smith\r\n'.repeat(20_000)}`)
  expect(detect(rows, Buffer.from([0xe9]))).toBe('windows-1252')
  expect(detect(rows)).toBe('utf-8')
})

test('a character split between chunks is one character; an incomplete end is none', () => {
  const bytes = Buffer.from('Nú')
  expect(detect(bytes.subarray(0, 2), bytes.subarray(2))).toBe('utf-8')
  expect(detect(bytes.subarray(0, 2))).toBe('windows-1252')
})

test('bytes from 0x80 to 0x9f in Windows-1252 are read as Windows does', async () => {
  const texts = await collect(decodeText([Buffer.from([0x93, 0x92, 0x94, 0x80])], 'windows-1252'))
  expect(texts.join('')).toBe('“’”€')
})

test('text is the same in every encoding, wherever the chunks are split', async () => {
  const latin = fc.string({ unit: fc.constantFrom('a', 'Z', ',', 'é', 'ß', '€', '”', '\n') })
  const cases = fc.record({
    text: latin,
    encoding: fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
    withMark: fc.boolean(),
    cut: fc.nat({ max: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ text, encoding, withMark, cut }) => {
      const bytes = encodeAs(text, encoding, withMark)
      const texts = await collect(decodeText([bytes.subarray(0, cut), bytes.subarray(cut)], encoding))
      expect(texts.join('')).toBe(text)
    }),
    { numRuns: 300 },
  )
})
