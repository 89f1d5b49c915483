import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { texts } from '#contract/platform/problem.ts'
import { maxFileSize } from '#contract/platform/record/file-kinds.ts'
import { Problem, problem } from '#server/platform/problem.ts'

/** A completely received file. */
export interface Upload {
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  /** SHA-256 of the content. */
  readonly hash: Buffer
  /** The content from the start, as a stream. Memory use doesn’t grow with the file. */
  read(): Readable
  dispose(): Promise<void>
}

const limits = { fileSize: maxFileSize, files: 1, fields: 20, fieldSize: 200_000 }

/**
 * Reads the text fields and the one file of a multipart body, in any order. The file is stored in an unlinked
 * temporary file, encrypted with a key only this call has.
 */
export const receiveUpload = async (
  request: FastifyRequest,
): Promise<{ fields: Record<string, unknown>; file: Upload }> => {
  if (!request.isMultipart()) throw new Problem('unsupported_media')
  const fields: Record<string, unknown> = {}
  let file: Upload | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') file = await receiveFile(part.fieldname, part.filename, part.file)
      else if (Object.hasOwn(fields, part.fieldname)) throw problem.invalid({ [part.fieldname]: texts.text })
      else fields[part.fieldname] = part.value
    }
    if (!file) throw problem.invalid({ file: texts.required })
    return { fields, file }
  } catch (error) {
    await file?.dispose()
    throw error
  }
}

const receiveFile = async (
  field: string,
  name: string,
  stream: Readable & { readonly truncated?: boolean },
): Promise<Upload> => {
  if (field !== 'file') {
    stream.resume()
    throw problem.invalid({ [field]: texts.unknown })
  }
  const spool = await openSpool()
  try {
    for await (const piece of stream) await spool.write(piece as Buffer)
    if (stream.truncated) throw new Problem('too_large')
    return { name: name.slice(0, 200), ...spool.done() }
  } catch (error) {
    await spool.dispose()
    throw error
  }
}

/** Opens a temporary file without a name, so that a crash leaves nothing behind. */
const openSpool = async () => {
  const path = join(tmpdir(), `shipmate-upload-${randomBytes(12).toString('hex')}`)
  const handle: FileHandle = await open(path, 'wx+', 0o600)
  await unlink(path)
  const [key, start] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-ctr', key, start)
  const hash = createHash('sha256')
  let size = 0
  return {
    write: async (piece: Buffer): Promise<void> => {
      hash.update(piece)
      size += piece.length
      await handle.appendFile(cipher.update(piece))
    },
    done: () => ({
      size,
      hash: hash.digest(),
      read: () => Readable.from(readSpool(handle, createDecipheriv('aes-256-ctr', key, start))),
      dispose: () => handle.close(),
    }),
    dispose: () => handle.close(),
  }
}

const pieceSize = 256 * 1024

async function* readSpool(
  handle: FileHandle,
  decipher: { update(piece: Buffer): Buffer },
): AsyncGenerator<Buffer> {
  let position = 0
  while (true) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(pieceSize), 0, pieceSize, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield decipher.update(buffer.subarray(0, bytesRead))
  }
}
