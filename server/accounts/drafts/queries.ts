import type { Context } from '#server/platform/context.ts'
import { decrypt } from '#server/platform/lib/crypt.ts'
import { expiredBefore, placeOf } from './rules.ts'

/** Returns the caller’s draft of a form, decrypted; null if there’s none or it has expired. */
export const findDraft = async (
  { db, services, clock, caller }: Pick<Context, 'db' | 'services' | 'clock' | 'caller'>,
  form: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('drafts')
    .select('content')
    .where('user_id', '=', caller.id)
    .where('form', '=', form)
    .where('saved_at', '>', expiredBefore(clock.now()))
    .executeTakeFirst()
  return row ? decrypt(services.keys, placeOf(caller.id, form), row.content).toString() : null
}
