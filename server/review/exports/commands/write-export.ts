import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isAdmin } from '#contract/platform/access.ts'
import { exportAsk, type ExportAsk } from '#contract/review/exports/shapes.ts'
import { sortKeysOf } from '#contract/platform/table-query.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { isTemporary, toProblem } from '#server/platform/http/problems.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import { createProgressWriter } from '#server/platform/jobs/progress.ts'
import { maxAttempts, type Attempt } from '#server/platform/jobs/task.ts'
import { writeQuotedRecord } from '#server/platform/lib/csv.ts'
import { writeWorkbook, type SheetColumn, type SheetRow } from '#server/platform/lib/workbook.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { readEveryRow, type ExportedRow } from '#server/records/student-periods/index.ts'
import { openSsn } from '#server/records/students/index.ts'
import { cellText, fileColumn, ssnText, type FileColumn, saveFile } from '../files.ts'
import { discloseExport } from '../record.ts'
import { rowsOf, type ExportRecord } from '../queries.ts'
import { expiresAt } from '../rules.ts'

/**
 * Writes the file of an export in one transaction in the name of its author, so that the file is complete or
 * missing. An interrupted attempt starts over. An export that has ended doesn’t change, and the last attempt
 * ends it.
 */
export const writeExport = async (
  services: Services,
  exportId: number,
  { isLast }: Attempt = { isLast: false },
): Promise<void> => {
  const run = await start(services, exportId)
  if (!run) return
  const progress = createProgress(services, run)
  try {
    await asAuthor(services, run.author_id, `export-${exportId}`, async (context) => {
      await sql`set local statement_timeout = 0`.execute(context.db)
      const size = await saveFile(context, run, await bytesOf(context, run, progress))
      await discloseExport(context, run, progress.students)
      await progress.settled()
      await finish(context, run, { size, rows: progress.done })
    })
  } catch (error) {
    await progress.settled()
    if (isTemporary(error) && !isLast) throw error
    await fail(services, run, error)
  }
}

const start = (services: Services, exportId: number): Promise<ExportRecord | undefined> =>
  // scope: a job starts with only the ID of its export; everything after uses its author and school
  services.db
    .updateTable('exports')
    .set({ state: 'running', done: 0, updated_at: services.clock.now().toISOString() })
    .where('id', '=', exportId)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()

/** The steps between the rows and the file. */
interface Progress {
  done: number
  /** The IDs of the students in the file. */
  readonly students: number[]
  add(rows: number): void
  settled(): Promise<void>
}

/** Counts rows and saves progress outside the transaction. */
const createProgress = (services: Services, run: ExportRecord): Progress => {
  const writer = createProgressWriter(services.log, { export_id: run.id }, (done: number) =>
    scope
      .update(scope.asSystem(services.db, run.school_id), 'exports')
      .set({ done })
      .where('id', '=', run.id)
      .where('state', '=', 'running')
      .execute(),
  )
  return {
    done: 0,
    students: [],
    add(rows) {
      this.done += rows
      writer.tell(this.done)
    },
    settled: writer.settled,
  }
}

/** Checks that the author can still read the requested records. @throws Problem 404, 422 */
const bytesOf = async (
  context: Context,
  run: ExportRecord,
  progress: Progress,
): Promise<AsyncIterable<Buffer>> => {
  const ask = z.parse(exportAsk, run.ask)
  if (run.includes_ssn && !isAdmin(context.caller)) throw problem.forbidden()
  await selectPeriod(context, run.period_id)
  const columns = ask.columns.map(fileColumn)
  if (run.includes_ssn) columns.push({ label: 'SSN', kind: 'text', cell: ssnCell })
  const rows = sheetRows(context, ask, columns, progress)
  return run.format === 'xlsx' ? writeWorkbook('Students', columns, rows) : writeCsv(columns, rows)
}

const ssnCell = (digits: unknown): string | null => (typeof digits === 'string' ? ssnText(digits) : null)

async function* sheetRows(
  context: Context,
  ask: ExportAsk,
  columns: readonly FileColumn[],
  progress: Progress,
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
    progress.students.push(...batch.map((row) => Number(row['student_of'])))
    progress.add(batch.length)
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

/** Marks the export as finished in the same transaction that writes the file. */
const finish = async (
  context: Context,
  run: ExportRecord,
  { size, rows }: { size: number; rows: number },
): Promise<void> => {
  const now = context.clock.now()
  const finished = await scope
    .update(context, 'exports')
    .set({
      state: 'done',
      done: rows,
      total: rows,
      size,
      updated_at: now.toISOString(),
      expires_at: expiresAt(now),
    })
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) throw new Error(`Export ${run.id} already finished.`)
}

const fail = async (services: Services, run: ExportRecord, error: unknown): Promise<void> => {
  const isRefused = error instanceof Problem
  if (!isRefused) services.log.error({ err: error, export_id: run.id }, 'An export failed.')
  await endAsFailed(
    services,
    run.id,
    isRefused ? 'You no longer have access to these records.' : messageOf(error),
  )
}

const messageOf = (error: unknown): string => {
  const { code, message } = toProblem(error)
  if (code === 'no_room') return message
  if (code === 'unavailable') return 'The database didn’t respond in time. Export again.'
  return 'Something went wrong. Export again.'
}

const endAsFailed = async (services: Services, exportId: number, message: string): Promise<void> => {
  // scope: a job whose attempts were all interrupted has only the ID of the export
  await services.db
    .updateTable('exports')
    .set({ state: 'failed', message, updated_at: services.clock.now().toISOString() })
    .where('id', '=', exportId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

/** Ends an export whose attempts were all interrupted. */
export const abandonExport = (services: Services, exportId: number): Promise<void> =>
  endAsFailed(services, exportId, `The export was interrupted ${maxAttempts} times. Export again.`)
