import { eligibilityProviders } from '#contract/verifications/choices.ts'
import * as z from 'zod/mini'
import { scope, type ScopeContext } from '../db/scope.ts'

const provider = z.nullable(z.enum(eligibilityProviders))

/** The column of the encrypted password or key. */
export const secretPlace = 'eligibility_settings.secret_cipher'

/** Who carries a school’s checks, as it’s saved; undefined until someone chose it. The secret stays encrypted. */
export const readSettings = async (context: ScopeContext, schoolId: number) => {
  const row = await scope
    .eligibilitySettings(context)
    .selectAll('eligibility_settings')
    .where('eligibility_settings.school_id', '=', schoolId)
    .executeTakeFirst()
  return row && { ...row, provider: provider.parse(row.provider) }
}
export type SavedSettings = NonNullable<Awaited<ReturnType<typeof readSettings>>>
