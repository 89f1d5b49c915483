import { PassThrough, Readable } from 'node:stream'
import type { FileReply } from '#contract/platform/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { getSubject } from '../queries/disclosures.ts'
import { namesOfStaff, readWholeRecord, type RecordRow, type WholeRecord } from '../queries/whole-record.ts'
import { pageOf } from './record-page.ts'

/**
 * Returns a copy of everything that’s kept about a student: a page to read, the same as JSON, and the documents. SSNs are in it
 * with their last 4 digits. The download is recorded before it starts. @throws Problem 404
 */
export const copyRecord = async (context: Context, studentId: number): Promise<FileReply> => {
  const subject = await getSubject(context, studentId)
  const record = await readWholeRecord(context, studentId)
  const names = await namesOfStaff(context, Object.values(record).flat())
  await logAccess(context.services.db, context, context, {
    action: 'download',
    subject_type: 'student',
    subject_id: studentId,
    school_id: subject.school_id,
    student_id: studentId,
    detail: 'copy of the whole record',
  })
  const day = dayIn(context.clock, officeTimeZone)
  return {
    name: `student-record-${subject.sid ?? studentId}-${day}.zip`,
    stream: writeCopy(context, record, pageOf(subject, record, names, day)),
  }
}

async function* writeCopy(context: Context, record: WholeRecord, page: string): AsyncGenerator<Buffer> {
  const { ZipFile } = await import('yazl')
  const archive = new ZipFile()
  archive.addBuffer(Buffer.from(page), 'record.html')
  archive.addBuffer(Buffer.from(JSON.stringify(record, null, 2)), 'record.json')
  const documents = [...record.student_files, ...record.form_files].map((file) => {
    const bytes = Readable.from(bytesOf(context, file), { objectMode: false })
    archive.addReadStream(bytes, pathOf(file))
    return bytes
  })
  archive.end()
  const pieces = archive.outputStream.pipe(new PassThrough())
  // the archive doesn't report errors of its sources
  for (const source of [...documents, archive]) source.on('error', (error: Error) => pieces.destroy(error))
  yield* pieces
}

/** Opens a document when its turn comes. */
async function* bytesOf(
  { services }: Context,
  { stored_name: name, size }: RecordRow,
): AsyncGenerator<Buffer> {
  yield* await services.files.get(String(name), Number(size))
}

/** Two documents can have the same name, so each has its number before it. */
const pathOf = ({ id, name, student_file_id: of }: RecordRow): string =>
  `documents/${of === undefined ? '' : 'form-'}${Number(id)}-${String(name).replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')}`
