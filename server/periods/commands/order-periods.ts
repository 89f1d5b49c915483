import type { Context } from '../../context.ts'
import { lockPeriod, scope } from '../../db/scope.ts'
import { fieldChanges, recordHistory } from '../../history/index.ts'
import { problem } from '../../problem.ts'
import { listPeriods } from '../queries.ts'

/** Puts the periods of a school in another order. @throws Problem 409 with the periods unless each is named once */
export const orderPeriods = async (
  context: Context,
  schoolId: number,
  ids: readonly number[],
): Promise<void> => {
  const before = await listPeriods(context, schoolId)
  for (const id of before.map((period) => period.id).toSorted((one, other) => one - other))
    await lockPeriod(context, id)
  const isWhole = ids.length === before.length && before.every(({ id }) => ids.includes(id))
  if (!isWhole) throw problem.stale(before)
  for (const [index, id] of ids.entries())
    await scope
      .update(context, 'periods')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  const names = (periods: typeof before) => periods.map(({ name }) => name)
  const changes = fieldChanges(
    { 'periods.order': names(before) },
    { 'periods.order': names(await listPeriods(context, schoolId)) },
  )
  if (changes.length === 0) return
  await recordHistory(context, { kind: 'periods_ordered', schoolId }, [
    { kind: 'periods_ordered', subject: { type: 'school', id: schoolId }, school_id: schoolId, changes },
  ])
}
