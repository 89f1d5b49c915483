import { printedRows, type PrintAsk } from '#contract/exports/shapes.ts'
import type { Context } from '../../context.ts'
import { selectPeriod } from '../../db/scope.ts'
import { logAccess } from '../../history/index.ts'
import { countEveryRow } from '../../student-periods/index.ts'

/**
 * Logs that the list is printed, because paper leaves Shipmate like a file. Returns the most rows to print.
 * @throws Problem 422 on a period the caller can’t access
 */
export const recordPrint = async (context: Context, { selection, columns }: PrintAsk): Promise<number> => {
  const period = await selectPeriod(context, selection.period_id, 'selection.period_id')
  const rows = Math.min(await countEveryRow(context, selection), printedRows)
  await logAccess(context.db, context.services, context, {
    action: 'export',
    subject_type: 'period',
    subject_id: period.id,
    school_id: period.school_id,
    detail: `print, ${rows} rows: ${columns.join(', ')}`,
  })
  return rows
}
