import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { getFile } from '../queries.ts'

/** Discards a file that’s ready. What it would have said is deleted. @throws Problem 404, 409 busy */
export const discardFile = async (context: Context, id: number): Promise<void> => {
  const { state } = await getFile(context, id)
  if (state !== 'ready' || !(await removeContent(context, id)))
    throw problem.busy('Only a file that’s ready for review can be discarded.')
}

/** Discards a file and deletes what it would have said. Returns false if it isn’t ready any more. */
export const removeContent = async (context: Context, id: number): Promise<boolean> => {
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
