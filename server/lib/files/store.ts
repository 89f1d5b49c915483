import type { Readable } from 'node:stream'

/** The first and the last byte of a part, counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file as its store knows it. */
export interface StoredFile {
  readonly name: string
  readonly changedAt: Date
}

/** A place that keeps bytes under names: a folder, or a bucket. What it keeps is encrypted already. */
export interface FileStore {
  /** Keeps exactly `size` bytes, durably, or nothing at all. */
  put(name: string, bytes: Readable, size: number): Promise<void>
  /** The bytes from `start` to `end`, both included. @throws FilesAwayError */
  get(name: string, start: number, end: number): Promise<Readable>
  delete(name: string): Promise<void>
  /** All files under a room. */
  list(room: string): AsyncIterable<StoredFile>
}

/** The store does not answer, or no longer has what it was given: told as 503, logged without names of people. */
export class FilesAwayError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FilesAwayError'
  }
}
