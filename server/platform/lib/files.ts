import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Keys, decrypt, encrypt } from './crypt.ts'
import type { Settings } from './env.ts'
import { createFolderStore } from './files/folder-store.ts'
import { createS3Store } from './files/s3-store.ts'
import { type ByteRange, type FileStore, FileStoreUnavailableError } from './files/store.ts'

export { FileStoreUnavailableError } from './files/store.ts'
export type { ByteRange, FileStore } from './files/store.ts'

/**
 * File storage that encrypts files in chunks before they leave the process, for any kind of store. Content
 * streams both ways, so memory use doesn’t grow with a file.
 */
export interface Files {
  /** Stores `size` bytes under a new name and returns it. Incomplete files are deleted. */
  put(module: string, bytes: Readable, size: number): Promise<string>
  /**
   * Returns the content of a file of `size` bytes, or a part of it.
   * @throws FileStoreUnavailableError if it’s missing or can’t be read
   */
  get(name: string, size: number, range?: ByteRange): Promise<Readable>
  /** Encrypts a file again under its name, with the key that writes. */
  encryptAgain(name: string, size: number): Promise<void>
  /** Removes a file; a missing one counts as removed. */
  delete(name: string): Promise<void>
  /** Lists the files of a module that were stored before an instant. */
  list(module: string, before: Date): AsyncIterable<string>
}

/** Returns the store in the settings: a bucket, or else a folder next to the other data. */
export const storeOf = ({ filesBucket, dataDir }: Pick<Settings, 'filesBucket' | 'dataDir'>): FileStore =>
  filesBucket ? createS3Store(filesBucket) : createFolderStore(join(dataDir, 'files'))

/** Returns a new name, never chosen by users: 128 random bits after the module’s name. */
const newName = (module: string): string => `${module}/${randomBytes(16).toString('hex')}`

/** Returns files in a store, encrypted with the product’s keys. */
export const createFiles = (store: FileStore, keys: Keys): Files => ({
  put: async (module, bytes, size) => {
    const name = newName(module)
    await store.put(name, sealPieces(keys, name, bytes, size), sealedSize(size))
    return name
  },
  get: (name, size, range) => openPieces(keys, store, name, size, range ?? { start: 0, end: size - 1 }),
  encryptAgain: async (name, size) => {
    const bytes = await openPieces(keys, store, name, size, { start: 0, end: size - 1 })
    await store.put(name, sealPieces(keys, name, bytes, size), sealedSize(size))
  },
  delete: (name) => store.delete(name),
  list: async function* (module, before) {
    for await (const { name, changedAt } of store.list(module)) if (changedAt < before) yield name
  },
})

/** Bytes of a chunk before encryption; reading a part of a file reads at least this much. */
const pieceSize = 64 * 1024

/** Bytes that encryption adds to a chunk: key ID, nonce, tag (see `encrypt`). */
const overhead = 1 + 12 + 16

const countOf = (size: number): number => Math.ceil(size / pieceSize)

/** Returns the stored size of a file of `size` bytes. */
export const sealedSize = (size: number): number => size + countOf(size) * overhead

/**
 * Returns the authenticated data of a chunk: its file, position and the number of chunks, so that chunks can’t
 * be moved, swapped or cut off.
 */
const placeOf = (name: string, index: number, size: number): string =>
  `files:${name}:${index}/${countOf(size)}`

/**
 * Splits a stream into chunks of one size and encrypts each. The stream fails if the number of bytes isn’t as
 * given.
 */
const sealPieces = (keys: Keys, name: string, bytes: Readable, size: number): Readable =>
  Readable.from(seal(keys, name, bytes, size), { objectMode: false })

async function* seal(keys: Keys, name: string, bytes: Readable, size: number): AsyncGenerator<Buffer> {
  let [index, total] = [0, 0]
  for await (const piece of cut(bytes, pieceSize)) {
    total += piece.length
    yield encrypt(keys, placeOf(name, index, size), piece)
    index += 1
  }
  if (total !== size)
    throw new FileStoreUnavailableError(`Expected a file of ${size} bytes but received ${total}.`)
}

/** Splits a stream into chunks of one length; the last can be shorter. */
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

/** Returns a part of a file. Reads and decrypts only the chunks it’s in. */
const openPieces = async (
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
  // the response header promised more bytes, so the stream must fail instead of ending early
  if (at <= part.end) throw new FileStoreUnavailableError('A stored file is shorter than its recorded size.')
}
