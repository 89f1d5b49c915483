import { sql } from 'kysely'
import type { NewCarrierFile } from '#contract/outputs/carrier-files/shapes.ts'
import { carrierFile, isComplete, missingSettings } from '#contract/setup/period-documents/carrier-file.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod, scope } from '#server/platform/db/scope.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { readDocument } from '#server/setup/period-documents/index.ts'
import { preparing } from '../jobs.ts'
import { settingsOf, type FileRecord } from '../queries/records.ts'
import { getFile, getSchoolName } from '../queries/files.ts'
import { disclosureText, fileNameOf } from '../rules/file-texts.ts'

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
      job_id: await preparing.start(context, {}, { schoolId: school_id }),
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
  return id
}

const missingText = (missing: readonly (keyof typeof carrierFile.labels)[]): string =>
  `Fill in the settings first: ${missing.map((name) => carrierFile.labels[name]).join(', ')}.`

const endOpenFile = async (context: Context, periodId: number): Promise<void> => {
  const open = await scope
    .carrierFiles(context)
    .select(['carrier_files.id', 'carrier_files.state'])
    .where('carrier_files.period_id', '=', periodId)
    .where('carrier_files.state', 'in', ['preparing', 'ready'])
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

/**
 * Releases a file that’s ready: it gets the next control number between its sender and receiver, and it’s recorded
 * as a disclosure.
 * @throws Problem 404, 409 busy, 422 if it says nothing
 */
export const releaseFile = async (context: Context, id: number): Promise<void> => {
  const file = await getFile(context, id)
  if (file.state !== 'ready') throw problem.busy('Only a file that’s ready for review can be released.')
  if (file.subscribers + file.dependents === 0)
    throw problem.invalid({ id: 'This file has no one in it. There’s nothing to send.' })
  const control = await nextControl(context, file)
  const now = context.clock.now().toISOString()
  const released = await scope
    .update(context, 'carrier_files')
    .set({
      state: 'released',
      control_number: control,
      file_name: fileNameOf(file, dayIn(context.clock, officeTimeZone), control),
      released_by_id: context.caller.id,
      released_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (released.numUpdatedRows === 0n) throw problem.busy('This file was already released or discarded.')
  await logAccess(context.db, context.services, context, {
    action: 'export',
    subject_type: 'carrier_file',
    subject_id: id,
    school_id: file.school_id,
    detail: disclosureText(settingsOf(file), file),
  })
}

/** Numbers don’t repeat between a sender and a receiver, whichever school sends. */
const nextControl = async (
  { db }: Context,
  { sender, receiver }: Pick<FileRecord, 'sender' | 'receiver'>,
): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`carrier_files ${sender} ${receiver}`}, 0))`.execute(
    db,
  )
  // scope: schools that share a sender also share its numbers; no more than the number is read
  const last = await db
    .selectFrom('carrier_files')
    .select((row) => row.fn.max('control_number').as('number'))
    .where('sender', '=', sender)
    .where('receiver', '=', receiver)
    .executeTakeFirst()
  return (last?.number ?? 0) + 1
}

/** Discards a file that’s ready. What it would have said is deleted. @throws Problem 404, 409 busy */
export const discardFile = async (context: Context, id: number): Promise<void> => {
  const { state } = await getFile(context, id)
  if (state !== 'ready' || !(await removeContent(context, id)))
    throw problem.busy('Only a file that’s ready for review can be discarded.')
}

/** Discards a file and deletes what it would have said. Returns false if it isn’t ready any more. */
const removeContent = async (context: Context, id: number): Promise<boolean> => {
  const discarded = await scope
    .update(context, 'carrier_files')
    .set({ state: 'discarded', updated_at: context.clock.now().toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (discarded.numUpdatedRows === 0n) return false
  await scope.delete(context, 'carrier_file_members').where('file_id', '=', id).execute()
  await scope.delete(context, 'carrier_file_problems').where('file_id', '=', id).execute()
  return true
}
