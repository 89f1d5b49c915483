import type { HandlerInput } from '#contract/platform/endpoint.ts'
import type { importFromPeriod } from '#contract/review/imports/endpoints.ts'
import { texts } from '#contract/platform/problem.ts'
import type { Context } from '#server/platform/context.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { problem } from '#server/platform/problem.ts'
import { planImportTask } from '../jobs.ts'
import { defaultCopyFields, findNotCopyable } from '#server/records/student-periods/index.ts'
import { claimPeriod } from './claim-period.ts'

/** Starts a copy of the students of one period into another. Returns the import’s ID. @throws Problem 409, 422 */
export const startPeriodImport = async (
  context: Context,
  body: HandlerInput<typeof importFromPeriod>['body'],
): Promise<number> => {
  const from = await selectPeriod(context, body.from_period_id, 'from_period_id')
  const to = await selectPeriod(context, body.to_period_id, 'to_period_id')
  if (from.school_id !== to.school_id || from.id === to.id) throw problem.selected('to_period_id')
  const fields = body.fields_to_carry ?? defaultCopyFields
  const unknown = findNotCopyable(fields)
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
