import { printedRows, type PrintAsk } from '#contract/review/exports/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { logAccess, planAdministration, recordDisclosure } from '#server/platform/history/index.ts'
import { countEveryRow, readEveryRow } from '#server/records/student-periods/index.ts'
import { columnsText } from '../disclose.ts'

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
