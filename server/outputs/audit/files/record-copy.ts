import type { FileReply } from '#contract/platform/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { writeZip, type ArchivedFile } from '#server/platform/lib/zip.ts'
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
    stream: writeZip(filesOf(context, record, pageOf(subject, record, names, day))),
  }
}

const filesOf = (context: Context, record: WholeRecord, page: string): ArchivedFile[] => [
  { name: 'record.html', content: Buffer.from(page) },
  { name: 'record.json', content: Buffer.from(JSON.stringify(record, null, 2)) },
  ...[...record.student_files, ...record.form_files].map((file) => ({
    name: pathOf(file),
    content: bytesOf(context, file),
  })),
]

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
