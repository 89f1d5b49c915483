import { bursarColumns, bursarItemLabels, type BursarColumn } from '#contract/outputs/bursar/choices.ts'
import type { FileReply } from '#contract/platform/endpoint.ts'
import type { ExportFormat } from '#contract/review/exports/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import { fileNameOf, mediaTypes, nameOfSchool } from '#server/review/exports/index.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { writeQuotedRecord, writeRecord } from '#server/platform/lib/csv.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { writeWorkbook, type CellKind, type SheetRow } from '#server/platform/lib/workbook.ts'
import { problem } from '#server/platform/problem.ts'
import { getBatch, readEveryLine, type BatchRow, type FileLine } from './queries/batches.ts'

const kinds: Readonly<Partial<Record<BursarColumn, CellKind>>> = {
  batch: 'number',
  line: 'number',
  amount: 'money',
  effective_on: 'date',
}
const columns = bursarColumns.map((label) => ({ label, kind: kinds[label] ?? 'text' }))

/**
 * Returns the file of a batch, after logging the download. Its lines are as they were made, so it’s always the same.
 * @throws Problem 404; 409 if the batch was never released
 */
export const downloadFile = async (
  context: Context,
  id: number,
  format: ExportFormat,
): Promise<FileReply> => {
  const batch = await getBatch(context, id)
  if (batch.released_at === null)
    throw problem.stale(null, 'Release this batch before you download its file.')
  const [school, period] = [
    await nameOfSchool(context, batch.school_id),
    await getPeriod(context, batch.period_id),
  ]
  const name = fileNameOf(school, period.name, String(batch.number), format, 'bursar batch')
  await logAccess(context.db, context.services, context, {
    action: 'download',
    subject_type: 'bursar_batch',
    subject_id: batch.id,
    school_id: batch.school_id,
    detail: `${name}, ${batch.lines} lines`,
  })
  // it’s read while it’s sent, after the call’s own work
  const rows = sheetRows({ ...context, db: context.services.db }, batch)
  const stream = format === 'xlsx' ? writeWorkbook(`Batch ${batch.number}`, columns, rows) : writeCsv(rows)
  return { name, stream, mediaType: mediaTypes[format] }
}

async function* sheetRows(context: Context, { id, number }: BatchRow): AsyncGenerator<SheetRow[]> {
  for await (const lines of readEveryLine(context, id)) yield lines.map((line) => rowOf(number, line))
}

const rowOf = (batch: number, line: FileLine): SheetRow => [
  String(batch),
  String(line.line),
  line.sid,
  line.last_name,
  line.first_name,
  line.coverage_type,
  bursarItemLabels[line.item],
  line.action,
  line.amount,
  line.effective_on,
  line.reason,
]

async function* writeCsv(rows: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<string> {
  yield writeRecord(bursarColumns)
  for await (const some of rows) yield some.map(csvRow).join('')
}

/** The guard against formulas is for texts: it would make a text of a negative amount. */
const csvRow = (row: SheetRow): string => {
  const cells = row.map((cell, index) => {
    const kind = columns[index]?.kind
    if (kind === 'number' || kind === 'money') return cell ?? ''
    return writeQuotedRecord([kind === 'date' ? dayText(cell ?? '') : (cell ?? '')]).trimEnd()
  })
  return `${cells.join(',')}\r\n`
}
