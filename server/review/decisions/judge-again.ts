import type { Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { suggest } from './commands/suggest.ts'

/** Forms per transaction. */
const batchSize = 100

/**
 * Judges the forms to review that weren’t judged today: risk and some rules depend on the day, and documents or waiver
 * options may have changed. Several processes share the work. Returns how many forms were judged.
 */
export const judgeAgain = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> => {
  const today = dayIn(clock, officeTimeZone)
  let [judged, last] = [0, 0]
  for (;;) {
    const ids = await db.transaction().execute(async (trx) => {
      // scope: the system’s daily work on the forms of every school
      const rows = await trx
        .selectFrom('form_submissions')
        .select(['id', 'school_id'])
        .where('id', '>', last)
        .where('progress', '=', 'complete')
        .where('superseded_by_id', 'is', null)
        .where('decision', '<>', 'decided')
        .where((where) => where.or([where('judged_on', 'is', null), where('judged_on', '<', today)]))
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const [schoolId, forms] of Map.groupBy(rows, ({ school_id: id }) => id))
        await suggest(
          { ...scope.asSystem(trx, schoolId), clock },
          forms.map(({ id }) => id),
        )
      return rows.map(({ id }) => id)
    })
    judged += ids.length
    last = ids.at(-1) ?? last
    if (ids.length < batchSize) return judged
  }
}
