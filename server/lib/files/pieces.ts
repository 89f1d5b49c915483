import { Readable } from 'node:stream'
import { decrypt, encrypt, type Keys } from '../crypt.ts'
import { FilesAwayError, type FileStore, type ByteRange } from './store.ts'

/** Bytes of a piece before it is encrypted: as much as a part of a file is read for at least. */
const pieceSize = 64 * 1024

/** What encrypting adds to a piece: key id, nonce, tag (see `encrypt`). */
const overhead = 1 + 12 + 16

const countOf = (size: number): number => Math.ceil(size / pieceSize)

/** How many bytes a file of `size` bytes takes in its store. */
export const sealedSize = (size: number): number => size + countOf(size) * overhead

/** Which piece of which file, of how many: authenticated with it, so that pieces cannot be moved, swapped or cut off. */
const placeOf = (name: string, index: number, size: number): string =>
  `files:${name}:${index}/${countOf(size)}`

/** Cuts a stream into pieces of one size and encrypts each. The stream fails when the bytes are not as many as said. */
export const sealPieces = (keys: Keys, name: string, bytes: Readable, size: number): Readable =>
  Readable.from(seal(keys, name, bytes, size), { objectMode: false })

async function* seal(keys: Keys, name: string, bytes: Readable, size: number): AsyncGenerator<Buffer> {
  let [index, total] = [0, 0]
  for await (const piece of cut(bytes, pieceSize)) {
    total += piece.length
    yield encrypt(keys, placeOf(name, index, size), piece)
    index += 1
  }
  if (total !== size) throw new FilesAwayError(`A file had ${total} bytes where ${size} were said.`)
}

/** A stream in pieces of one length; the last may be shorter. */
async function* cut(bytes: Readable, each: number): AsyncGenerator<Buffer> {
  let [waiting, length]: [Buffer[], number] = [[], 0]
  for await (const chunk of bytes) {
    waiting.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length < each) continue
    const whole = Buffer.concat(waiting)
    let at = 0
    for (; at + each <= whole.length; at += each) yield whole.subarray(at, at + each)
    waiting = [whole.subarray(at)]
    length = whole.length - at
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** The bytes of a part of a file: only the pieces that hold it are read and opened. */
export const openPieces = async (
  keys: Keys,
  store: FileStore,
  name: string,
  size: number,
  range: ByteRange,
): Promise<Readable> => {
  if (size === 0) return Readable.from([])
  const [first, last] = [Math.floor(range.start / pieceSize), Math.floor(range.end / pieceSize)]
  const sealed = pieceSize + overhead
  const end = Math.min((last + 1) * sealed, sealedSize(size)) - 1
  const stored = await store.get(name, first * sealed, end)
  const part = { start: range.start - first * pieceSize, end: range.end - first * pieceSize }
  return Readable.from(open(keys, name, size, stored, first, part), { objectMode: false })
}

async function* open(
  keys: Keys,
  name: string,
  size: number,
  stored: Readable,
  first: number,
  part: ByteRange,
): AsyncGenerator<Buffer> {
  let [index, at] = [first, 0]
  for await (const record of cut(stored, pieceSize + overhead)) {
    const piece = decrypt(keys, placeOf(name, index, size), record)
    const [from, to] = [Math.max(part.start - at, 0), Math.min(part.end + 1 - at, piece.length)]
    if (from < to) yield piece.subarray(from, to)
    at += piece.length
    index += 1
  }
  // the answer's head has promised them: better torn than short
  if (at <= part.end) throw new FilesAwayError('A stored file is shorter than it was.')
}
