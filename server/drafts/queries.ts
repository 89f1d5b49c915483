import type { Context } from '../context.ts'
import { decrypt } from '../lib/crypt.ts'
import { keptSince, placeOf } from './rules.ts'

/** What the caller has typed into a form, while it is kept. */
export const findDraft = async (
  { db, house, clock, caller }: Pick<Context, 'db' | 'house' | 'clock' | 'caller'>,
  form: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('drafts')
    .select('content')
    .where('user_id', '=', caller.id)
    .where('form', '=', form)
    .where('saved_at', '>', keptSince(clock.now()))
    .executeTakeFirst()
  return row ? decrypt(house.keys, placeOf(caller.id, form), row.content).toString() : null
}
