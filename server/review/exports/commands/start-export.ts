import { isAdmin } from '#contract/platform/access.ts'
import { printedRows, workbookRows, type ExportAsk, type PrintAsk } from '#contract/review/exports/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { logAccess, planAdministration, recordDisclosure } from '#server/platform/history/index.ts'
import { requireConfirmation } from '#server/platform/http/confirmation.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { countEveryRow, readEveryRow } from '#server/records/student-periods/index.ts'
import { exporting } from '../jobs.ts'
import { nameOfSchool, rowsOf } from '../queries.ts'
import { columnsText } from '../record.ts'
import { expiresAt, fileNameOf } from '../rules.ts'

/** Starts an export and logs the request. Returns its ID. @throws Problem 403, 404, 422, 423 */
export const startExport = async (context: Context, ask: ExportAsk): Promise<number> => {
  if (ask.include_ssn === true) assertMayExportSsns(context)
  const which = await rowsOf(context, ask)
  const period = await selectPeriod(
    context,
    which.period_id,
    ask.selection ? 'selection.period_id' : 'period_id',
  )
  const total = await countEveryRow(context, which)
  if (ask.format === 'xlsx') assertFits(total)
  const now = context.clock.now()
  const school = await nameOfSchool(context, period.school_id)
  const { id } = await context.db
    .insertInto('exports')
    .values({
      school_id: period.school_id,
      period_id: period.id,
      author_id: context.caller.id,
      job_id: await exporting.start(context, ask, { total, schoolId: period.school_id }),
      format: ask.format,
      includes_ssn: ask.include_ssn === true,
      file_name: fileNameOf(school, period.name, dayIn(context.clock, officeTimeZone), ask.format),
      created_at: now.toISOString(),
      expires_at: expiresAt(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await logAccess(context.db, context.services, context, {
    action: 'export',
    subject_type: 'export',
    subject_id: id,
    school_id: period.school_id,
    detail: detailOf(ask, total),
  })
  return id
}

const assertMayExportSsns = (context: Context): void => {
  const message = 'Only a Shipmate Admin can export SSNs.'
  if (!isAdmin(context.caller))
    throw new Problem('forbidden', { message, errors: { include_ssn: [message] } })
  requireConfirmation(context)
}

/** Checks that the rows fit into a worksheet. @throws Problem 422 */
const assertFits = (total: number): void => {
  if (total <= workbookRows) return
  throw problem.invalid({
    format: `Excel can hold ${workbookRows.toLocaleString('en-US')} students. Export as CSV, or export fewer students.`,
  })
}

const detailOf = ({ format, columns, reason, include_ssn }: ExportAsk, total: number): string => {
  const what = `${format}, ${total} rows: ${columns.join(', ')}`
  return include_ssn === true ? `SSNs (${reason}); ${what}` : what
}

/**
 * Logs that the list is printed, because paper leaves Shipmate like a file. Returns the most rows to print.
 * @throws Problem 422 on a period the caller can’t access
 */
export const recordPrint = async (context: Context, { selection, columns }: PrintAsk): Promise<number> => {
  const period = await selectPeriod(context, selection.period_id, 'selection.period_id')
  const rows = Math.min(await countEveryRow(context, selection), printedRows)
  const accessId = await logAccess(context.db, context.services, context, {
    action: 'export',
    subject_type: 'period',
    subject_id: period.id,
    school_id: period.school_id,
    detail: `print, ${rows} rows: ${columns.join(', ')}`,
  })
  const disclosure = {
    kind: 'print',
    school_id: period.school_id,
    recipient: context.caller.name,
    purpose: planAdministration,
    what: columnsText(columns),
    access_id: accessId,
  } as const
  await recordDisclosure(context, disclosure, await printedStudents(context, selection))
  return rows
}

/** Returns the students of the list by name, as many as are printed. */
const printedStudents = async (context: Context, selection: PrintAsk['selection']): Promise<number[]> => {
  const ids: number[] = []
  for await (const batch of readEveryRow(context, selection, { columns: [], withSsn: false })) {
    ids.push(...batch.map((row) => Number(row['student_of'])))
    if (ids.length >= printedRows) break
  }
  return ids.slice(0, printedRows)
}
