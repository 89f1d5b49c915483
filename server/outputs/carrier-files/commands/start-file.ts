import { carrierFile, isComplete, missingSettings } from '#contract/outputs/carrier-files/settings.ts'
import type { NewCarrierFile } from '#contract/outputs/carrier-files/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod, scope } from '#server/platform/db/scope.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { readDocument } from '#server/setup/periods/index.ts'
import { problem } from '#server/platform/problem.ts'
import { prepareFileTask } from '../jobs.ts'
import { getSchoolName } from '../queries.ts'
import { removeContent } from './discard-file.ts'

/**
 * Starts to prepare a file; one that’s ready is discarded. Returns its ID.
 * @throws Problem 404, 422 if settings are missing, 409 busy while one is being prepared
 */
export const startFile = async (
  context: Context,
  periodId: number,
  { kind, is_test: isTest = false }: NewCarrierFile,
): Promise<number> => {
  const { school_id } = await lockPeriod(context, periodId)
  const { version: _version, ...settings } = await readDocument(context, periodId, carrierFile)
  if (!isComplete(settings)) throw problem.invalid({ kind: missingText(missingSettings(settings)) })
  await endOpenFile(context, periodId)
  const now = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('carrier_files')
    .values({
      school_id,
      period_id: periodId,
      kind,
      is_test: isTest,
      settings: JSON.stringify(settings),
      school_name: await getSchoolName(context, periodId),
      sender: settings.sender_id,
      receiver: settings.receiver_id,
      as_of: dayIn(context.clock, officeTimeZone),
      base_id: await findBase(context, periodId, settings.receiver_id),
      includes_ssns: settings.ssns !== 'never',
      created_by_id: context.caller.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(context, prepareFileTask, { file_id: id })
  return id
}

const missingText = (missing: readonly (keyof typeof carrierFile.labels)[]): string =>
  `Fill in the settings first: ${missing.map((name) => carrierFile.labels[name]).join(', ')}.`

const endOpenFile = async (context: Context, periodId: number): Promise<void> => {
  const open = await scope
    .carrierFiles(context)
    .select(['carrier_files.id', 'carrier_files.state'])
    .where('carrier_files.period_id', '=', periodId)
    .where('carrier_files.state', 'in', ['queued', 'preparing', 'ready'])
    .forUpdate()
    .executeTakeFirst()
  if (!open) return
  if (open.state !== 'ready') throw problem.busy('A file is being prepared. Wait until it’s ready.')
  await removeContent(context, open.id)
}

/** Returns the last released file to a receiver, which the new one is compared with. */
const findBase = async (context: Context, periodId: number, receiver: string): Promise<number | null> => {
  const base = await scope
    .carrierFiles(context)
    .select('carrier_files.id')
    .where('carrier_files.period_id', '=', periodId)
    .where('carrier_files.state', '=', 'released')
    .where('carrier_files.is_test', '=', false)
    .where('carrier_files.receiver', '=', receiver)
    .orderBy('carrier_files.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return base?.id ?? null
}
