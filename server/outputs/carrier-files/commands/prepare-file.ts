import { sql } from 'kysely'
import { isAdmin } from '#contract/platform/access.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { isTemporary, toProblem } from '#server/platform/http/problems.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import { createProgressWriter } from '#server/platform/jobs/progress.ts'
import { maxAttempts, type Attempt } from '#server/platform/jobs/task.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { sourceOf, type FileRecord, countRecords } from '../queries/records.ts'
import { writeMembers, type Totals } from './write-members.ts'

/**
 * Prepares a carrier file in one transaction in the name of its author, so that it’s whole or missing. Memory
 * doesn’t grow with it. An interrupted attempt starts over. A file that has ended doesn’t change, and the last
 * attempt ends it.
 */
export const prepareFile = async (
  services: Services,
  fileId: number,
  { isLast }: Attempt = { isLast: false },
): Promise<void> => {
  const file = await start(services, fileId)
  if (!file) return
  try {
    await asAuthor(services, file.created_by_id, `carrier-file-${fileId}`, async (context) => {
      if (!isAdmin(context.caller)) throw problem.forbidden()
      await selectPeriod(context, file.period_id)
      await sql`set local statement_timeout = 0`.execute(context.db)
      const total = await countRecords(context, sourceOf(file))
      const progress = createProgress(services, file, total)
      const totals = await writeMembers(context, file, progress.tell).finally(progress.settled)
      await finish(context, file, totals)
    })
  } catch (error) {
    if (isTemporary(error) && !isLast) throw error
    await fail(services, file, error)
  }
}

const start = (services: Services, fileId: number): Promise<FileRecord | undefined> =>
  // scope: a job starts with only the ID of its file; everything after uses its author and school
  services.db
    .updateTable('carrier_files')
    .set({ state: 'preparing', done: 0, updated_at: services.clock.now().toISOString() })
    .where('id', '=', fileId)
    .where('state', 'in', ['queued', 'preparing'])
    .returningAll()
    .executeTakeFirst()

/** Saves progress outside the transaction. */
const createProgress = (services: Services, file: FileRecord, total: number) =>
  createProgressWriter(services.log, { carrier_file_id: file.id }, (done: number) =>
    scope
      .update(scope.asSystem(services.db, file.school_id), 'carrier_files')
      .set({ done, total })
      .where('id', '=', file.id)
      .where('state', '=', 'preparing')
      .execute(),
  )

/** Marks the file as ready in the same transaction that writes its members. */
const finish = async (
  context: Context,
  file: FileRecord,
  { members: _members, counts, sets, done, ...totals }: Totals,
): Promise<void> => {
  const now = context.clock.now().toISOString()
  const finished = await scope
    .update(context, 'carrier_files')
    .set({
      ...totals,
      counts: JSON.stringify(counts),
      sets: JSON.stringify(sets),
      state: 'ready',
      done,
      total: done,
      updated_at: now,
      prepared_at: now,
    })
    .where('id', '=', file.id)
    .where('state', '=', 'preparing')
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) throw new Error(`Carrier file ${file.id} already finished.`)
}

const fail = async (services: Services, file: FileRecord, error: unknown): Promise<void> => {
  const isRefused = error instanceof Problem
  if (!isRefused) services.log.error({ err: error, carrier_file_id: file.id }, 'A carrier file failed.')
  await endAsFailed(
    services,
    file.id,
    isRefused ? 'You no longer have access to these records.' : messageOf(error),
  )
}

const messageOf = (error: unknown): string => {
  const { code, message } = toProblem(error)
  if (code === 'no_room') return message
  if (code === 'unavailable') return 'The database didn’t respond in time. Prepare the file again.'
  return 'Something went wrong. Prepare the file again.'
}

const endAsFailed = async (services: Services, fileId: number, message: string): Promise<void> => {
  // scope: a job whose attempts were all interrupted has only the ID of the file
  await services.db
    .updateTable('carrier_files')
    .set({ state: 'failed', message, updated_at: services.clock.now().toISOString() })
    .where('id', '=', fileId)
    .where('state', 'in', ['queued', 'preparing'])
    .execute()
}

/** Ends a file whose attempts were all interrupted. */
export const abandonFile = (services: Services, fileId: number): Promise<void> =>
  endAsFailed(services, fileId, `The work was interrupted ${maxAttempts} times. Prepare the file again.`)
