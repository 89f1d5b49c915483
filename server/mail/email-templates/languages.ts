import { sql } from 'kysely'
import type { SchoolTemplate } from '#contract/mail/email-templates/shapes.ts'
import { websiteConfiguration } from '#contract/setup/website/website-configuration.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { currentPeriodId, readDocument } from '#server/setup/periods/index.ts'

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
