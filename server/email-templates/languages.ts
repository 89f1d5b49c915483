import { sql } from 'kysely'
import type { SchoolTemplate } from '#contract/email-templates/shapes.ts'
import { websiteConfiguration } from '#contract/website/website-configuration.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { currentPeriodId, readDocument } from '../periods/index.ts'

/** Returns the languages of the school’s current policy year, in which its emails need a text. */
export const languagesOf = async (
  context: Context,
  schoolId: number,
): Promise<SchoolTemplate['languages']> => {
  const { period } = await scope
    .schools(context)
    .select(currentPeriodId(context.clock, sql.ref('schools.id')).as('period'))
    .where('schools.id', '=', schoolId)
    .executeTakeFirstOrThrow()
  return period === null ? ['en'] : (await readDocument(context, period, websiteConfiguration)).languages
}
