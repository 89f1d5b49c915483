import { Readable } from 'node:stream'
import { fileTypes, type FileType } from '#contract/platform/record/file-kinds.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { readBytes } from '#server/platform/lib/file-pieces.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import { problem } from '#server/platform/problem.ts'
import { checkFile, tooManyPixels, type FileDetails, type Unreadable } from './check-file.ts'
import type { whyUnreadable } from './open-file.ts'

/** Bytes to search for the size in pixels; cameras put previews before it. */
const headSize = 256 * 1024

/** Returns the file type found in the content; undefined if it has no signature. */
const detectType = async (file: Upload): Promise<string | undefined> => {
  const { fileTypeFromStream } = await import('file-type')
  const found = await fileTypeFromStream(Readable.toWeb(file.read()))
  return found?.mime
}

/** Collects the first bytes of a file and whether all of it could be text. */
const readContent = async (file: Upload): Promise<{ head: Buffer; isText: boolean }> => {
  const pieces: Buffer[] = []
  let [length, isText] = [0, true]
  for await (const piece of file.read()) {
    const bytes = piece as Buffer
    if (length < headSize) pieces.push(bytes.subarray(0, headSize - length))
    length += bytes.length
    isText &&= !bytes.includes(0)
    if (!isText && length >= headSize) break
  }
  return { head: Buffer.concat(pieces), isText }
}

/**
 * Returns the details from a file’s content: its first bytes, whether all of it could be text, and its detected
 * type.
 */
export const readDetails = async (file: Upload): Promise<Omit<FileDetails, 'name'>> => ({
  size: file.size,
  ...(await readContent(file)),
  marked: file.size === 0 ? undefined : await detectType(file),
})

/**
 * Returns the type of an uploaded file by its content, after opening it.
 * @throws Problem 422 on `file` if the type isn’t allowed or no one can read it; 503 if too many files are waiting
 */
export const inspectFile = async (file: Upload): Promise<FileType> => {
  const verdict = checkFile({ name: file.name, ...(await readDetails(file)) })
  if ('refused' in verdict) throw problem.invalid({ file: verdict.refused })
  await assertReadable(file, verdict.type.media_type)
  return verdict.type
}

/** The error of a file that can’t be opened in time. */
const tooLong = () =>
  problem.invalid({
    file: 'This file takes too long to open. Save it as a new PDF or picture and upload that.',
  })

const sentences: Readonly<Record<Unreadable, (label: string) => string>> = {
  locked: (label) =>
    `This ${label} file needs a password to open. Save it without a password and upload it again.`,
  damaged: (label) =>
    `This ${label} file can’t be opened. It may be incomplete. Check that it opens on your device and upload it again.`,
  too_many_pixels: () => tooManyPixels,
}

const opening = { module: new URL('./open-file.ts', import.meta.url), name: 'whyUnreadable' }

/** Opens an upload as people would. @throws Problem 422 on `file` if no one can read it; 503 if too many are waiting */
export const assertReadable = async (file: Upload, mediaType: string): Promise<void> => {
  const bytes = await readBytes(file.read(), file.size)
  const why = await runInThread<typeof whyUnreadable>(opening, [mediaType, bytes], tooLong())
  const label = fileTypes.find((type) => type.media_type === mediaType)?.label ?? ''
  if (why !== null) throw problem.invalid({ file: sentences[why](label) })
}
