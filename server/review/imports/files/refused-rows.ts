import type { FileReply } from '#contract/platform/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { writeRecord } from '#server/platform/lib/csv.ts'
import { problem } from '#server/platform/problem.ts'
import { hasFile, readRows } from './stored.ts'
import {
  errorsBetween,
  getImportRecord,
  mappingOf,
  type ImportRecord,
  type SavedError,
} from '../queries/runs.ts'
import { ssnMasker } from '../rules/mask-ssn.ts'

/**
 * Returns the rejected rows with the reasons in a last column, so that staff can fix and import them. Cells are as in
 * the file, but SSNs are masked: a full one is seen only through its reveal. Reads the encrypted file again and logs the
 * download.
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

const reasonOf = ({ column, message }: SavedError): string =>
  column === null ? message : `${column.trim()}: ${message}`

async function* refusedRecords(context: Context, run: ImportRecord): AsyncGenerator<string> {
  // the byte order mark tells Excel that this is UTF-8
  const masked = ssnMasker(run.headers, mappingOf(run))
  yield `\uFEFF${writeRecord([...run.headers, 'Rejection reason'])}`
  for await (const batch of readRows(context.services, run)) {
    const [first, last] = [batch[0], batch.at(-1)]
    if (!first || !last) continue
    const errors = await errorsBetween(context, run.id, first.row, last.row)
    const refused = batch.filter(({ row }) => errors.has(row))
    yield refused
      .map(({ row, cells: written }) => {
        const cells = masked(written)
        const padded = run.headers.map((_header, index) => cells[index] ?? '')
        const reasons = (errors.get(row) ?? []).map(reasonOf).join(' ')
        return writeRecord([...padded, ...cells.slice(run.headers.length), reasons])
      })
      .join('')
  }
}
