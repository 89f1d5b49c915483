import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isAdmin } from '#contract/access.ts'
import { exportAsk, type ExportAsk } from '#contract/exports/shapes.ts'
import { sortKeysOf } from '#contract/table-query.ts'
import type { Context, House } from '../../context.ts'
import { scope, selectPeriod } from '../../db/scope.ts'
import { mayGoBetter, toProblem } from '../../http/problems.ts'
import { asAuthor } from '../../jobs/context.ts'
import { maxAttempts, type Attempt } from '../../jobs/task.ts'
import { writeQuotedRecord } from '../../lib/csv.ts'
import { writeWorkbook, type SheetRow } from '../../lib/workbook.ts'
import { Problem, problem } from '../../problem.ts'
import { everyRow, type ExportedRow } from '../../student-periods/index.ts'
import { openSsn } from '../../students/index.ts'
import { cellText, fileColumn, ssnWords, type FileColumn } from '../columns.ts'
import { keepFile } from '../file.ts'
import { whichOf, type ExportRecord } from '../queries.ts'
import { keptUntil } from '../rules.ts'

/**
 * Writes the file of an export, in one transaction in the name of its author: it is there whole, or not at all, and
 * a try that was cut off begins anew. An export that has ended stays as it is, and the last try ends it.
 */
export const writeExport = async (
  house: House,
  exportId: number,
  { isLast }: Attempt = { isLast: false },
): Promise<void> => {
  const run = await start(house, exportId)
  if (!run) return
  try {
    await asAuthor(house, run.author_id, `export-${exportId}`, async (context) => {
      await sql`set local statement_timeout = 0`.execute(context.db)
      const progress = createProgress(house, run)
      const size = await keepFile(context, run.id, await bytesOf(context, run, progress))
      await finish(context, run, { size, rows: progress.done })
    })
  } catch (error) {
    if (mayGoBetter(error) && !isLast) throw error
    await fail(house, run, error)
  }
}

const start = (house: House, exportId: number): Promise<ExportRecord | undefined> =>
  // scope: a job begins with the id of its export alone; all that follows is done for its author and school
  house.db
    .updateTable('exports')
    .set({ state: 'running', done: 0, updated_at: house.clock.now().toISOString() })
    .where('id', '=', exportId)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()

/** What the rows come through on their way into the file. */
interface Progress {
  done: number
  tell(rows: number): Promise<void>
}

/** Milliseconds between two reports. */
const reportEvery = 500

/** Counts rows, and tells it outside of the transaction for whoever looks. */
const createProgress = (house: House, run: ExportRecord): Progress => {
  let told = performance.now()
  return {
    done: 0,
    async tell(rows) {
      this.done += rows
      if (performance.now() - told < reportEvery) return
      told = performance.now()
      await scope
        .update(scope.asSystem(house.db, run.school_id), 'exports')
        .set({ done: this.done })
        .where('id', '=', run.id)
        .execute()
    },
  }
}

/** @throws Problem 404, 422 when the author may no longer read what was asked for */
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

const ssnCell = (digits: unknown): string | null => (typeof digits === 'string' ? ssnWords(digits) : null)

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
      ? openSsn(context.house.keys, Number(row['ssn_of']), row['ssn_cipher'])
      : row[name]
  }
  for await (const batch of everyRow(context, await whichOf(context, ask), shown)) {
    yield batch.map((row) => columns.map(({ cell }, index) => cell(valueOf(row, index))))
    await progress.tell(batch.length)
  }
}

const sortOf = ({ sort }: ExportAsk) => {
  const keys = sortKeysOf(sort ?? '')
  return keys.length > 0 ? keys : undefined
}

async function* writeCsv(
  columns: readonly FileColumn[],
  rows: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Buffer> {
  // the mark tells Excel that this is UTF-8
  yield Buffer.from(`\uFEFF${writeQuotedRecord(columns.map(({ label }) => label))}`)
  for await (const batch of rows) {
    const records = batch.map((row) =>
      writeQuotedRecord(columns.map(({ kind }, index) => cellText(kind, row[index] ?? null))),
    )
    yield Buffer.from(records.join(''))
  }
}

/** The end stands in the transaction of the file itself: both are there, or neither. */
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
      expires_at: keptUntil(now),
    })
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) throw new Error(`The export ${run.id} was written meanwhile.`)
}

const fail = async (house: House, run: ExportRecord, error: unknown): Promise<void> => {
  const isRefused = error instanceof Problem
  if (!isRefused) house.log.error({ err: error, export_id: run.id }, 'An export failed.')
  await endAsFailed(house, run.id, isRefused ? 'The records can no longer be read.' : messageOf(error))
}

const messageOf = (error: unknown): string => {
  const { code, message } = toProblem(error)
  if (code === 'no_room') return message
  if (code === 'unavailable') return 'The database did not answer in time. Export them again.'
  return 'Something went wrong. Export them again.'
}

const endAsFailed = async (house: House, exportId: number, message: string): Promise<void> => {
  // scope: a job whose every attempt was cut off has the id of its export alone
  await house.db
    .updateTable('exports')
    .set({ state: 'failed', message, updated_at: house.clock.now().toISOString() })
    .where('id', '=', exportId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

/** Ends an export whose every attempt was cut off. */
export const abandonExport = (house: House, exportId: number): Promise<void> =>
  endAsFailed(house, exportId, `The export was interrupted ${maxAttempts} times. Export them again.`)
