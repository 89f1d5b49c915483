import { isAdmin } from '#contract/platform/access.ts'
import type { ExportAsk } from '#contract/review/exports/shapes.ts'
import { sortKeysOf } from '#contract/platform/table-query.ts'
import type { Context, Progress } from '#server/platform/context.ts'
import { reading } from '#server/platform/db/replica.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { writeQuotedRecord } from '#server/platform/lib/csv.ts'
import { writeWorkbook, type SheetColumn, type SheetRow } from '#server/platform/lib/workbook.ts'
import { problem } from '#server/platform/problem.ts'
import { readEveryRow, type ExportedRow } from '#server/records/student-periods/index.ts'
import { openSsn } from '#server/records/students/index.ts'
import { cellText, fileColumn, ssnText, type FileColumn, dropFile, saveFile } from '../files.ts'
import { discloseExport } from '../record.ts'
import { rowsOf, type ExportRecord } from '../queries.ts'
import { expiresAt } from '../rules.ts'

/**
 * Writes the file of an export, so that it’s complete or missing.
 * @throws Problem 403, 404, 422 if the author may no longer read the requested records
 */
export const writeExport = async (
  context: Context & { readonly progress: Progress },
  ask: ExportAsk,
  jobId: number,
): Promise<null> => {
  const run = await scope
    .exports(context)
    .selectAll('exports')
    .where('exports.job_id', '=', jobId)
    .executeTakeFirst()
  if (!run) throw problem.notFound()
  context.progress.expect(context.progress.total())
  const { size, students } = await reading(context, async (inside) => {
    const students: number[] = []
    await dropFile(context, run)
    const bytes = await bytesOf(inside, run, { ask, students })
    return { size: await saveFile(context, run, bytes), students }
  })
  await discloseExport(context, { ...run, ask }, students)
  // records can be added or removed after they were counted
  context.progress.count(students.length)
  await scope
    .update(context, 'exports')
    .set({ size, rows: students.length, expires_at: expiresAt(context.clock.now()) })
    .where('exports.id', '=', run.id)
    .execute()
  return null
}

/** What is written, and the IDs of the students in the file. */
interface Written {
  readonly ask: ExportAsk
  readonly students: number[]
}

/** Checks that the author can still read the requested records. @throws Problem 404, 422 */
const bytesOf = async (
  context: Context,
  run: Pick<ExportRecord, 'includes_ssn' | 'period_id' | 'format'>,
  written: Written,
): Promise<AsyncIterable<Buffer>> => {
  if (run.includes_ssn && !isAdmin(context.caller)) throw problem.forbidden()
  await selectPeriod(context, run.period_id)
  const columns = written.ask.columns.map(fileColumn)
  if (run.includes_ssn) columns.push({ label: 'SSN', kind: 'text', cell: ssnCell })
  const rows = sheetRows(context, columns, written)
  return run.format === 'xlsx' ? writeWorkbook('Students', columns, rows) : writeCsv(columns, rows)
}

const ssnCell = (digits: unknown): string | null => (typeof digits === 'string' ? ssnText(digits) : null)

async function* sheetRows(
  context: Context,
  columns: readonly FileColumn[],
  { ask, students }: Written,
): AsyncGenerator<SheetRow[]> {
  const withSsn = ask.include_ssn === true
  const shown = { columns: ask.columns, sort: sortOf(ask), withSsn }
  const valueOf = (row: ExportedRow, index: number): unknown => {
    const name = ask.columns[index]
    return name === undefined
      ? openSsn(context.services.keys, Number(row['ssn_of']), row['ssn_cipher'])
      : row[name]
  }
  for await (const batch of readEveryRow(context, await rowsOf(context, ask), shown)) {
    yield batch.map((row) => columns.map(({ cell }, index) => cell(valueOf(row, index))))
    students.push(...batch.map((row) => Number(row['student_of'])))
    context.progress?.add(batch.length)
  }
}

const sortOf = ({ sort }: ExportAsk) => {
  const keys = sortKeysOf(sort ?? '')
  return keys.length > 0 ? keys : undefined
}

/** Writes a CSV file that Excel reads as UTF-8: every cell quoted and guarded, dates as mm/dd/yyyy. */
export async function* writeCsv(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Buffer> {
  // the byte order mark tells Excel that this is UTF-8
  yield Buffer.from(`\uFEFF${writeQuotedRecord(columns.map(({ label }) => label))}`)
  for await (const batch of rows) {
    const records = batch.map((row) =>
      writeQuotedRecord(columns.map(({ kind }, index) => cellText(kind, row[index] ?? null))),
    )
    yield Buffer.from(records.join(''))
  }
}
