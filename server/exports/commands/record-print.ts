import { printedRows, type PrintAsk } from '#contract/exports/shapes.ts'
import type { Context } from '../../context.ts'
import { selectPeriod } from '../../db/scope.ts'
import { logAccess } from '../../history/index.ts'
import { countEveryRow } from '../../student-periods/index.ts'

/**
 * Writes down that the list is printed: paper leaves the product as a file does. Answers how many rows of it are on
 * paper at most. @throws Problem 422 on a period that is not the caller's
 */
export const recordPrint = async (context: Context, { selection, columns }: PrintAsk): Promise<number> => {
  const period = await selectPeriod(context, selection.period_id, 'selection.period_id')
  const rows = Math.min(await countEveryRow(context, selection), printedRows)
  await logAccess(context.db, context.house, context, {
    action: 'export',
    subject_type: 'period',
    subject_id: period.id,
    school_id: period.school_id,
    detail: `print, ${rows} rows: ${columns.join(', ')}`,
  })
  return rows
}
