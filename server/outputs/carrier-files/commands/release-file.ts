import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { disclosureText, fileNameOf } from '../rules/file-texts.ts'
import { settingsOf, type FileRecord } from '../file-record.ts'
import { getFile } from '../queries.ts'

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
