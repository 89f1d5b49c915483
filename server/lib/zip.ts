import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file to be put into a zip archive; its text may come piece by piece. */
export interface ZipEntry {
  readonly name: string
  readonly text: Iterable<string> | AsyncIterable<string>
}

/** What the archive's directory says of a file that stands in it. */
interface Written {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly compressed: number
  readonly size: number
}

/** Signatures and layout: PKWARE's APPNOTE 6.3, sections 4.3.7 to 4.3.16. */
const signatures = { file: 0x04034b50, descriptor: 0x08074b50, directory: 0x02014b50, end: 0x06054b50 }
/** Version 2.0 is enough to read it. */
const version = 20
/** Bit 3: sizes follow the data, for they are not known before; bit 11: names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** 1980-01-01, the format's first day: the same content gives the same bytes. */
const day = 0x0021

/** A size beyond it needs a newer format, which old readers do not know. */
const maxSize = 0xffffffff

/**
 * A zip archive, piece by piece: memory does not grow with it, and compressing leaves the process free for others.
 * @throws Error above 4 GB
 */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const tally = { crc: 0, size: 0 }
    const start = offset
    const head = fileHead(Buffer.from(name))
    yield head
    let compressed = 0
    for await (const piece of deflate(text, tally)) {
      compressed += piece.length
      yield piece
    }
    const file = { name: Buffer.from(name), offset: start, compressed, ...tally }
    yield descriptorOf(file)
    offset = start + head.length + compressed + 16
    if (Math.max(offset, tally.size) > maxSize) throw new Error('A zip archive holds at most 4 GB.')
    written.push(file)
  }
  const directory = Buffer.concat(written.map(directoryEntryOf))
  yield Buffer.concat([directory, endOf(written.length, directory.length, offset)])
}

async function* deflate(
  text: ZipEntry['text'],
  tally: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  const raw = createDeflateRaw()
  // what goes wrong in the source ends the compressing too, and so is thrown to whoever reads
  pipeline(Readable.from(measured(text, tally)), raw, () => undefined)
  yield* raw as AsyncIterable<Buffer>
}

async function* measured(
  text: ZipEntry['text'],
  tally: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    tally.crc = crc32(bytes, tally.crc)
    tally.size += bytes.length
    if (bytes.length > 0) yield bytes
  }
}

const fileHead = (name: Buffer): Buffer => {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(signatures.file, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(deflated, 8)
  head.writeUInt16LE(day, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

const descriptorOf = ({ crc, compressed, size }: Written): Buffer => {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(signatures.descriptor, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(compressed, 8)
  record.writeUInt32LE(size, 12)
  return record
}

const directoryEntryOf = ({ name, offset, crc, compressed, size }: Written): Buffer => {
  const record = Buffer.alloc(46)
  record.writeUInt32LE(signatures.directory, 0)
  record.writeUInt16LE(version, 4)
  record.writeUInt16LE(version, 6)
  record.writeUInt16LE(flags, 8)
  record.writeUInt16LE(deflated, 10)
  record.writeUInt16LE(day, 14)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(compressed, 20)
  record.writeUInt32LE(size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt32LE(offset, 42)
  return Buffer.concat([record, name])
}

const endOf = (count: number, directorySize: number, directoryOffset: number): Buffer => {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(signatures.end, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(directorySize, 12)
  record.writeUInt32LE(directoryOffset, 16)
  return record
}
