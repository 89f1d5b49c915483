import { sql } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { newLines } from './new-lines.ts'
import { differences, type BilledPeriod } from './owed.ts'

/** The batch that gets the lines, and the day on which it’s made, `YYYY-MM-DD`. */
interface Made {
  readonly batchId: number
  readonly today: string
}

/**
 * Writes everything that the records owe and no batch has told the bursar into a new batch, in one statement, and saves its
 * totals. Returns them.
 */
export const writeLines = async (
  context: ScopeContext,
  period: BilledPeriod,
  { batchId, today }: Made,
): Promise<{ readonly lines: number; readonly total: string }> => {
  await sql`
    with ${differences(context, period)}
    insert into bursar_lines (batch_id, school_id, line, student_period_id, sid, last_name, first_name,
      coverage_type, item, action, amount, effective_on, reason)
    select ${batchId}, ${period.school_id}, made.line, made.student_period_id, made.sid, made.last_name, made.first_name,
      made.coverage_type, made.item, made.action, made.amount, made.effective_on, made.reason
    from (${newLines(context, { today })}) made`.execute(context.db)
  const { lines, students, total } = await scope
    .bursarLines(context)
    .select(({ fn }) => [
      fn.countAll<number>().as('lines'),
      fn.count<number>('student_period_id').distinct().as('students'),
      sql<string>`coalesce(sum(amount), 0)::numeric(14, 2)`.as('total'),
    ])
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  await scope
    .update(context, 'bursar_batches')
    .set({ lines, students, total })
    .where('bursar_batches.id', '=', batchId)
    .execute()
  return { lines, total }
}
