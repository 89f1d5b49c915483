import type { Readable } from 'node:stream'

/** The first and the last byte of a part, counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A stored file’s name and its last change. */
export interface StoredFile {
  readonly name: string
  readonly changedAt: Date
}

/** A store of bytes by name: a folder or a bucket. The content is already encrypted. */
export interface FileStore {
  /** Stores exactly `size` bytes durably, or nothing at all. */
  put(name: string, bytes: Readable, size: number): Promise<void>
  /** Returns the bytes from `start` to `end`, both inclusive. @throws FileStoreUnavailableError */
  get(name: string, start: number, end: number): Promise<Readable>
  delete(name: string): Promise<void>
  list(module: string): AsyncIterable<StoredFile>
}

/** Thrown when the store doesn’t respond or no longer has a file. Becomes a 503; the log has no personal data. */
export class FileStoreUnavailableError extends Error {
  /** Whether the store answered that it doesn’t have the file. */
  readonly isMissing: boolean
  constructor(
    message: string,
    { isMissing = false, ...options }: ErrorOptions & { isMissing?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'FilesAwayError'
    this.isMissing = isMissing
  }
}
