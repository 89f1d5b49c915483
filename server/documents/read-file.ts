import type { FileReply } from '#contract/endpoint.ts'
import type { Context } from '../context.ts'
import { logAccess } from '../history/index.ts'
import { Problem } from '../problem.ts'
import { isInline } from './present.ts'
import { getFile } from './queries.ts'
import { rangeOf } from './rules/byte-range.ts'

/** The options of a download. */
interface DownloadOptions {
  readonly asDownload: boolean
  readonly range: string | undefined
  readonly ifRange: string | undefined
}

/** Returns a document’s content or a part of it, after logging the access. @throws Problem 404, 416, 503 */
export const readFile = async (
  context: Context,
  id: number,
  reading: DownloadOptions,
): Promise<FileReply> => {
  const file = await getFile(context, id)
  const tag = `"${file.sha256.toString('hex')}"`
  const isSame = reading.ifRange === undefined || reading.ifRange === tag
  const part = isSame ? rangeOf(reading.range, file.size) : null
  if (part === 'none')
    throw new Problem('out_of_range', { headers: { 'Content-Range': `bytes */${file.size}` } })
  await logAccess(context.db, context.services, context, {
    action: 'download',
    subject_type: 'student_file',
    subject_id: file.id,
    school_id: file.school_id,
    student_id: file.student_id,
    detail: file.kind,
  })
  return {
    name: file.name,
    mediaType: file.media_type,
    isInline: !reading.asDownload && isInline(file.media_type),
    size: file.size,
    tag,
    ...(part ? { part } : {}),
    stream: await context.services.files.get(file.stored_name, file.size, part ?? undefined),
  }
}
