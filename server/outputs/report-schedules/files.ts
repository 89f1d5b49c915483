import type { FileReply } from '#contract/platform/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { scope } from '#server/platform/db/scope.ts'
import { mediaTypes } from '#server/review/exports/index.ts'
import { logAccess, planAdministration, recordDisclosureOfPeriods } from '#server/platform/history/index.ts'
import { decrypt, encrypt } from '#server/platform/lib/crypt.ts'
import { inPieces } from '#server/platform/lib/file-pieces.ts'
import { problem } from '#server/platform/problem.ts'

/** Returns the authenticated data of a chunk: its position, so that chunks can’t be moved or swapped. */
const placeOf = (id: number, position: number): string => `made_report_chunks:${id}:${position}`

export const reportChunks = encryptedColumn(
  'made_report_chunks',
  'cipher',
  ['made_report_id', 'position'],
  ({ made_report_id, position }) => placeOf(made_report_id, position),
)

/** Saves a file encrypted in chunks. */
export const saveFile = async (
  { db, services }: Pick<Context, 'db' | 'services'>,
  { id, school_id }: { readonly id: number; readonly school_id: number },
  bytes: AsyncIterable<Buffer>,
): Promise<void> => {
  let position = 0
  for await (const piece of inPieces(bytes)) {
    const cipher = encrypt(services.keys, placeOf(id, position), piece)
    await db
      .insertInto('made_report_chunks')
      .values({ made_report_id: id, school_id, position, cipher })
      .execute()
    position += 1
  }
}

/** It’s read while it’s sent, after the call’s own transaction. */
async function* readFile({ services, caller }: Context, id: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const piece = await scope
      .madeReportChunks({ db: services.db, caller })
      .select('cipher')
      .where('made_report_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!piece) return
    yield decrypt(services.keys, placeOf(id, position), piece.cipher)
  }
}

/**
 * Sends a file after logging the download and recording the disclosure of its students. @throws Problem 404 until it’s ready
 * and after it expired
 */
export const downloadFile = async (context: Context, id: number): Promise<FileReply> => {
  const made = await scope
    .madeReports(context)
    .select(['made_reports.school_id', 'made_reports.file_name', 'made_reports.rows'])
    .select(['made_reports.student_period_ids', 'made_reports.disclosed'])
    .where('made_reports.id', '=', id)
    .where('made_reports.expires_at', '>', context.clock.now().toISOString())
    .executeTakeFirst()
  if (!made || made.file_name === null) throw problem.notFound()
  const accessId = await logAccess(context.db, context.services, context, {
    action: 'download',
    subject_type: 'made_report',
    subject_id: id,
    school_id: made.school_id,
    detail: `${made.file_name}, ${made.rows} rows`,
  })
  const disclosure = {
    kind: 'scheduled_report',
    school_id: made.school_id,
    recipient: context.caller.name,
    purpose: planAdministration,
    what: made.disclosed,
    access_id: accessId,
  } as const
  await recordDisclosureOfPeriods(context, disclosure, made.student_period_ids)
  return { name: made.file_name, stream: readFile(context, id), mediaType: mediaTypes.xlsx }
}
