import { sql } from 'kysely'
import type { NewBursarBatch } from '#contract/outputs/bursar/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { getBilledPeriod, type BilledPeriod } from '../owed.ts'
import { writeLines } from '../write-lines.ts'

/**
 * Makes a draft of everything that the records owe and no batch has told the bursar. Returns its ID.
 * @throws Problem 404; 409 busy if the policy year has a draft; 409 stale if nothing changed or it isn’t what was expected
 */
export const makeBatch = async (
  context: Context,
  periodId: number,
  { expected }: NewBursarBatch,
): Promise<number> => {
  const period = await getBilledPeriod(context, periodId)
  // its lock makes the school’s batches one after another, so that none counts a change twice
  const number = await takeNumber(context, period.school_id)
  await assertNoDraft(context, period.id)
  const id = await insertBatch(context, period, number)
  // a first batch has every student of the year
  await sql`set local statement_timeout = '2min'`.execute(context.db)
  const today = dayIn(context.clock, officeTimeZone)
  const { lines, total } = await writeLines(context, period, { batchId: id, today })
  if (lines === 0) throw problem.stale(null, 'Nothing changed since the last batch.')
  if (expected && (expected.lines !== lines || expected.total !== total))
    throw problem.stale(null, 'The charges changed since the preview. Check the new totals.')
  await recordHistory(context, { kind: 'bursar_batch_made', schoolId: period.school_id }, [
    {
      kind: 'bursar_batch_made',
      subject: { type: 'period', id: period.id },
      school_id: period.school_id,
      changes: [
        { field: 'bursar_batch', before: null, after: number },
        { field: 'lines', before: null, after: lines },
        { field: 'total', before: null, after: total },
      ],
    },
  ])
  return id
}

/** Takes the school’s next number. It’s given back if the batch isn’t made, so that numbers have no gaps. */
const takeNumber = async ({ db }: Context, schoolId: number): Promise<number> => {
  const { last_number } = await db
    .insertInto('bursar_settings')
    .values({ school_id: schoolId, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('school_id').doUpdateSet({ last_number: sql<number>`bursar_settings.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

const assertNoDraft = async (context: Context, periodId: number): Promise<void> => {
  const draft = await scope
    .bursarBatches(context)
    .select('bursar_batches.number')
    .where('bursar_batches.period_id', '=', periodId)
    .where('bursar_batches.state', '=', 'draft')
    .executeTakeFirst()
  if (draft) throw problem.busy(`Release or void batch ${draft.number} before you make another.`)
}

const insertBatch = async (
  { db, clock, caller }: Context,
  { id, school_id }: BilledPeriod,
  number: number,
): Promise<number> => {
  const created = await db
    .insertInto('bursar_batches')
    .values({ school_id, period_id: id, number, made_by_id: caller.id, made_at: clock.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return created.id
}
