import type { FileReply } from '#contract/endpoint.ts'
import type { ImportError } from '#contract/imports/shapes.ts'
import type { Context } from '../context.ts'
import { logAccess } from '../history/index.ts'
import { writeRecord } from '../lib/csv.ts'
import { problem } from '../problem.ts'
import { hasFile } from './file.ts'
import { errorsBetween, getImportRecord, type ImportRecord } from './queries.ts'
import { readRows } from './records.ts'

/**
 * Returns the rejected rows as in the file, with the reasons in a last column, so that staff can fix and import
 * them. Reads the encrypted file again and logs the download.
 * @throws Problem 404
 */
export const downloadRefusedRows = async (context: Context, importId: number): Promise<FileReply> => {
  const run = await getImportRecord(context, importId)
  if (!(await hasFile(context, run.id))) throw problem.notFound()
  await logAccess(context.db, context.services, context, {
    action: 'download',
    subject_type: 'import',
    subject_id: run.id,
    school_id: run.school_id,
    detail: 'rejected rows',
  })
  const name = (run.file_name ?? 'roster').replace(/\.[a-z0-9]{1,5}$/i, '')
  return { name: `${name}-rejected.csv`, stream: refusedRecords(context, run) }
}

const reasonOf = ({ column, message }: ImportError): string =>
  column === null ? message : `${column.trim()}: ${message}`

async function* refusedRecords(context: Context, run: ImportRecord): AsyncGenerator<string> {
  // the byte order mark tells Excel that this is UTF-8
  yield `\uFEFF${writeRecord([...run.headers, 'Rejection reason'])}`
  for await (const batch of readRows(context.services, run)) {
    const [first, last] = [batch[0], batch.at(-1)]
    if (!first || !last) continue
    const errors = await errorsBetween(context, run.id, first.row, last.row)
    const refused = batch.filter(({ row }) => errors.has(row))
    yield refused
      .map(({ row, cells }) => {
        const padded = run.headers.map((_header, index) => cells[index] ?? '')
        const reasons = (errors.get(row) ?? []).map(reasonOf).join(' ')
        return writeRecord([...padded, ...cells.slice(run.headers.length), reasons])
      })
      .join('')
  }
}
