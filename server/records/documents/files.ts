import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FileReply } from '#contract/platform/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { logAccess } from '#server/platform/history/index.ts'
import type { copyOf } from '#server/platform/files/open-file.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { isCopied, isInline } from './present.ts'
import { getFile } from './queries.ts'
import { readBytes } from '#server/platform/lib/file-pieces.ts'
import { rangeOf } from './rules/byte-range.ts'
import { downloadNameOf } from '#server/platform/files/file-name.ts'

interface DownloadOptions {
  readonly asDownload: boolean
  readonly range: string | undefined
  readonly ifRange: string | undefined
}

/** Returns the options in a request’s query and headers. */
export const downloadOptions = (
  query: { readonly download?: '1' | '0' | undefined },
  headers: IncomingHttpHeaders,
): DownloadOptions => ({
  asDownload: query.download === '1',
  range: headers.range,
  ifRange: [headers['if-range']].flat()[0],
})

/** What the access log calls a file. */
type FileSubject = 'student_file' | 'form_file'

/** Stored content, and whose it is. */
interface StoredFile {
  readonly id: number
  readonly school_id: number
  readonly student_id: number | null
  readonly name: string
  readonly kind: string
  readonly media_type: string
  readonly size: number
  readonly sha256: Buffer
  readonly stored_name: string
}

/** Returns a document’s content or a part of it, after logging the access. @throws Problem 404, 416, 503 */
export const readFile = async (context: Context, id: number, reading: DownloadOptions): Promise<FileReply> =>
  readStored(context, 'student_file', await getFile(context, id), reading)

/** Returns stored content or a part of it, after logging the access. @throws Problem 416, 503 */
export const readStored = async (
  context: Context,
  subject: FileSubject,
  file: StoredFile,
  reading: DownloadOptions,
): Promise<FileReply> => {
  if (!reading.asDownload && isCopied(file.media_type)) return readCopy(context, subject, file)
  const tag = `"${file.sha256.toString('hex')}"`
  const isSame = reading.ifRange === undefined || reading.ifRange === tag
  const part = isSame ? rangeOf(reading.range, file.size) : null
  if (part === 'none')
    throw new Problem('out_of_range', { headers: { 'Content-Range': `bytes */${file.size}` } })
  await logDownload(context, subject, file)
  return {
    name: downloadNameOf(file.name, file.media_type),
    mediaType: file.media_type,
    isInline: !reading.asDownload && isInline(file.media_type),
    size: file.size,
    tag,
    ...(part ? { part } : {}),
    stream: await context.services.files.get(file.stored_name, file.size, part ?? undefined),
  }
}

const logDownload = async (context: Context, subject: FileSubject, file: StoredFile): Promise<void> => {
  await logAccess(context.db, context.services, context, {
    action: 'download',
    subject_type: subject,
    subject_id: file.id,
    school_id: file.school_id,
    ...(file.student_id === null ? {} : { student_id: file.student_id }),
    detail: file.kind,
  })
}

const copying = { module: new URL('../../platform/files/open-file.ts', import.meta.url), name: 'copyOf' }

/**
 * Returns a JPEG of a picture that not every browser shows, made for this request, after logging the access.
 * @throws Problem 404 if it can’t be made; 503 if too many are waiting
 */
const readCopy = async (context: Context, subject: FileSubject, file: StoredFile): Promise<FileReply> => {
  await logDownload(context, subject, file)
  const stored = await context.services.files.get(file.stored_name, file.size)
  const bytes = await readBytes(stored, file.size)
  const copy = await runInThread<typeof copyOf>(copying, [file.media_type, bytes], new Problem('unavailable'))
  if (copy === null) throw problem.notFound()
  return {
    name: downloadNameOf(file.name, 'image/jpeg'),
    mediaType: 'image/jpeg',
    isInline: true,
    stream: Readable.from([copy]),
  }
}
