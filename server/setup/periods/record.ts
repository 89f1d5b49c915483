import type { PeriodAbout } from '#contract/setup/periods/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope } from '#server/platform/db/scope.ts'
import { fieldChanges, type Entry } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { incrementVersions } from '#server/setup/period-documents/index.ts'
import { presentAbout } from './present.ts'

type PeriodRow = Awaited<ReturnType<typeof getPeriod>>

/**
 * Writes a period’s details over the version that was read. Returns the history entry, or null if nothing changed.
 * @throws Problem 409 with the current document if it changed since
 */
export const writeAbout = async (
  context: Context,
  before: PeriodRow,
  values: Partial<Omit<PeriodAbout, 'version'>>,
): Promise<Entry | null> => {
  const { id, school_id } = before
  const changes = fieldChanges({ ...presentAbout(before) }, values)
  if (changes.length === 0) return null
  const updated = await scope
    .update(context, 'periods')
    .set({ ...values, version: before.version + 1, updated_at: context.clock.now().toISOString() })
    .where('id', '=', id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw problem.stale(presentAbout(await getPeriod(context, id)))
  await incrementVersions(context, await getPeriod(context, id), new Set(changes.map(({ field }) => field)))
  return { kind: 'period_changed', subject: { type: 'period', id }, school_id, changes }
}

/** Deletes or restores a period. Returns the history entry. */
export const setRemoved = async (
  context: Context,
  { id, school_id, name }: Pick<PeriodRow, 'id' | 'school_id' | 'name'>,
  isRemoved: boolean,
): Promise<Entry> => {
  const at = context.clock.now().toISOString()
  await scope
    .update(context, 'periods')
    .set({ deleted_at: isRemoved ? at : null, updated_at: at })
    .where('id', '=', id)
    .execute()
  const [before, after] = isRemoved ? [name, null] : [null, name]
  return {
    kind: isRemoved ? 'period_removed' : 'period_created',
    subject: { type: 'period', id },
    school_id,
    changes: [{ field: 'name', before, after }],
  }
}
