import type * as endpoints from '#contract/accounts/preferences/endpoints.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { replacePreference } from './commands.ts'
import { readPreference } from './queries.ts'

/** Checks that the caller can access the period in a key. @throws Problem 404 */
const assertPeriod = async (context: Context, key: string): Promise<void> => {
  const [, period] = key.split(':')
  if (period !== undefined) await getPeriod(context, Number(period))
}

export const handlers: Handlers<typeof endpoints> = {
  getPreference: async (context, { params: { key } }) => {
    await assertPeriod(context, key)
    return readPreference(context, key)
  },

  replacePreference: async (context, { params: { key }, body }) => {
    await assertPeriod(context, key)
    await replacePreference(context, key, body.value)
    return readPreference(context, key)
  },
}
