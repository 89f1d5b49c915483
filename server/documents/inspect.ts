import { Readable } from 'node:stream'
import type { FileType } from '#contract/documents/choices.ts'
import type { Upload } from '../http/uploads.ts'
import { problem } from '../problem.ts'
import { judgeFile, type Seen } from './rules/judge-file.ts'

/** How much of a file its size in pixels is looked for in: cameras put previews before it. */
const headSize = 256 * 1024

/** What the content of a file says it is; undefined where it has no marks. */
const markOf = async (file: Upload): Promise<string | undefined> => {
  const { fileTypeFromStream } = await import('file-type')
  const found = await fileTypeFromStream(Readable.toWeb(file.read()))
  return found?.mime
}

/** The first bytes of a file, and whether all of it could be text. */
const look = async (file: Upload): Promise<{ head: Buffer; isText: boolean }> => {
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

/** What the content of a file tells: its first bytes, whether all of it could be text, and what its marks say it is. */
export const lookAt = async (file: Upload): Promise<Omit<Seen, 'name'>> => ({
  size: file.size,
  ...(await look(file)),
  marked: file.size === 0 ? undefined : await markOf(file),
})

/** The sort of an uploaded file, by content and name. @throws Problem 422 on `file` when it is none that is kept */
export const inspectFile = async (file: Upload): Promise<FileType> => {
  const verdict = judgeFile({ name: file.name, ...(await lookAt(file)) })
  if ('refused' in verdict) throw problem.invalid({ file: verdict.refused })
  return verdict.type
}
