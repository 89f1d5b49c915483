import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Keys } from './crypt.ts'
import type { Settings } from './env.ts'
import { createFolderStore } from './files/folder-store.ts'
import { createS3Store } from './files/s3-store.ts'
import { openPieces, sealedSize, sealPieces } from './files/pieces.ts'
import type { ByteRange, FileStore } from './files/store.ts'

export { FilesAwayError } from './files/store.ts'
export type { ByteRange, FileStore, StoredFile } from './files/store.ts'

/**
 * Where files rest: encrypted piece by piece before they leave the process, whatever store lies behind. Bytes stream
 * both ways; memory does not grow with a file.
 */
export interface Files {
  /** Keeps `size` bytes under a new name and answers it. Nothing is left of a file that does not come in whole. */
  put(room: string, bytes: Readable, size: number): Promise<string>
  /** The bytes of a file of `size` bytes, or a part of them. @throws FilesAwayError when it is gone or cannot be had */
  get(name: string, size: number, range?: ByteRange): Promise<Readable>
  /** Removes a file; one that is not there is removed already. */
  delete(name: string): Promise<void>
  /** The files of a room that came in before a moment. */
  list(room: string, before: Date): AsyncIterable<string>
}

/** The store that the settings name: a bucket, or else a folder beside the other data. */
export const storeOf = ({ filesBucket, dataDir }: Pick<Settings, 'filesBucket' | 'dataDir'>): FileStore =>
  filesBucket ? createS3Store(filesBucket) : createFolderStore(join(dataDir, 'files'))

/** Names are made here, never by people: 128 random bits under the room that keeps the file. */
const newName = (room: string): string => `${room}/${randomBytes(16).toString('hex')}`

/** Files in a store, encrypted with the product's keys. */
export const createFiles = (store: FileStore, keys: Keys): Files => ({
  put: async (room, bytes, size) => {
    const name = newName(room)
    await store.put(name, sealPieces(keys, name, bytes, size), sealedSize(size))
    return name
  },
  get: (name, size, range) => openPieces(keys, store, name, size, range ?? { start: 0, end: size - 1 }),
  delete: (name) => store.delete(name),
  list: async function* (room, before) {
    for await (const { name, changedAt } of store.list(room)) if (changedAt < before) yield name
  },
})
