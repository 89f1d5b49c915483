import type { Asked } from '#contract/endpoint.ts'
import type { importFromPeriod } from '#contract/imports/endpoints.ts'
import { texts } from '#contract/problem.ts'
import type { Context } from '../../context.ts'
import { selectPeriod } from '../../db/scope.ts'
import { enqueue } from '../../jobs/index.ts'
import { problem } from '../../problem.ts'
import { planImportTask } from '../jobs.ts'
import { defaultFieldsToCarry, findUncarriable } from '../../student-periods/index.ts'
import { claimPeriod } from './claim-period.ts'

/** Has the students of one period carried into another. Answers the import's id. @throws Problem 409, 422 */
export const takePeriod = async (
  context: Context,
  body: Asked<typeof importFromPeriod>['body'],
): Promise<number> => {
  const from = await selectPeriod(context, body.from_period_id, 'from_period_id')
  const to = await selectPeriod(context, body.to_period_id, 'to_period_id')
  if (from.school_id !== to.school_id || from.id === to.id) throw problem.selected('to_period_id')
  const fields = body.fields_to_carry ?? defaultFieldsToCarry
  const unknown = findUncarriable(fields)
  if (unknown >= 0) throw problem.invalid({ [`fields_to_carry.${unknown}`]: texts.selected })
  await claimPeriod(context, to.id)
  const at = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('imports')
    .values({
      kind: 'from_period',
      school_id: to.school_id,
      period_id: to.id,
      from_period_id: from.id,
      author_id: context.caller.id,
      dry_run: body.dry_run ?? false,
      statuses: body.statuses ?? null,
      fields_to_carry: [...new Set(fields)],
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(context, planImportTask, { import_id: id })
  return id
}
