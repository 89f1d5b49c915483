import { Readable } from 'node:stream'
import type { FileType } from '#contract/setup/documents/choices.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { problem } from '#server/platform/problem.ts'
import { assertReadable } from './readable.ts'
import { checkFile, type FileDetails } from './rules/check-file.ts'

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
