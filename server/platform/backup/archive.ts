import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import tar from 'tar-stream'

/**
 * A backup is a tar archive in an age file (age-encryption.org/v1), so that it can be opened without Shipmate too:
 * `age -d -i key.txt backup.age | tar x`. age authenticates every 64 kB and the end: a changed or shortened file can’t be read.
 */

/** Thrown when a backup can’t be made or used; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** What encrypts a backup: recipients (`age1…`), or a passphrase. */
export type Lock = { readonly recipients: readonly string[] } | { readonly passphrase: string }

/** What opens a backup: an identity (`AGE-SECRET-KEY-1…`), or its passphrase. */
export type Unlock = { readonly identity: string } | { readonly passphrase: string }

interface Archive {
  add(name: string, content: Buffer): Promise<void>
  /** Adds `size` bytes as they come, and returns their SHA-256 in hexadecimal. */
  stream(name: string, bytes: Readable, size: number): Promise<string>
  /** Resolves when everything is in the target. */
  end(): Promise<void>
}

const encrypterOf = (lock: Lock): Encrypter => {
  const encrypter = new Encrypter()
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
  else for (const recipient of lock.recipients) encrypter.addRecipient(recipient)
  return encrypter
}

/** Begins an encrypted archive. */
export const writeArchive = async (target: Writable, lock: Lock): Promise<Archive> => {
  const pack = tar.pack()
  const plain = Readable.toWeb(Readable.from(pack)) as ReadableStream<Uint8Array>
  const encrypted = await encrypterOf(lock).encrypt(plain)
  const written = pipeline(Readable.fromWeb(encrypted), target)
  // a target that fails ends whatever is being added
  written.catch((error: unknown) => pack.destroy(error instanceof Error ? error : undefined))
  const stream = async (name: string, bytes: Readable, size: number): Promise<string> => {
    const hash = createHash('sha256')
    const entry = pack.entry({ name, size, mode: 0o600 })
    bytes.on('data', (piece: Buffer) => hash.update(piece))
    await pipeline(bytes, entry)
    return hash.digest('hex')
  }
  return {
    add: async (name, content) => {
      await stream(name, Readable.from([content], { objectMode: false }), content.length)
    },
    stream,
    end: async () => {
      pack.finalize()
      await written
    },
  }
}

const unreadable = (error: unknown): string =>
  error instanceof Error && error.message.includes('no identity matched')
    ? 'The backup was made for another key or passphrase.'
    : 'The backup can’t be read. It was changed or cut off, or it isn’t a backup.'

/** A file in an archive; its bytes must be read before the next one. */
export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  readonly bytes: Readable
}

/** Reads an archive, entry by entry. @throws BackupError if it can’t be opened, was changed or ends early */
export async function* readArchive(source: Readable, unlock: Unlock): AsyncGenerator<ArchiveEntry> {
  const decrypter = new Decrypter()
  if ('passphrase' in unlock) decrypter.addPassphrase(unlock.passphrase)
  else decrypter.addIdentity(unlock.identity)
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)
    const extract = tar.extract()
    const reading = pipeline(Readable.fromWeb(plain), extract)
    reading.catch(() => undefined)
    for await (const entry of extract) {
      yield {
        name: entry.header.name,
        size: entry.header.size ?? 0,
        bytes: Readable.from(entry, { objectMode: false }),
      }
      entry.resume()
    }
    await reading
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(unreadable(error), { cause: error })
  }
}
