import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { encrypt } from '../lib/crypt.ts'
import { mostDrafts, placeOf } from './rules.ts'

type Own = Pick<Context, 'db' | 'house' | 'clock' | 'caller'>

/** Keeps what the caller has typed into a form, in place of what was kept. No history: nothing has happened yet. */
export const keepDraft = async (context: Own, form: string, text: string): Promise<void> => {
  const { db, house, clock, caller } = context
  const written = {
    content: encrypt(house.keys, placeOf(caller.id, form), text),
    saved_at: clock.now().toISOString(),
  }
  await db
    .insertInto('drafts')
    .values({ user_id: caller.id, form, ...written })
    .onConflict((conflict) => conflict.columns(['user_id', 'form']).doUpdateSet(written))
    .execute()
  await dropOldest(context)
}

const dropOldest = async ({ db, caller }: Own): Promise<void> => {
  const surplus = db
    .selectFrom('drafts')
    .select('form')
    .where('user_id', '=', caller.id)
    .orderBy('saved_at', 'desc')
    .orderBy('form')
    .offset(mostDrafts)
  await db.deleteFrom('drafts').where('user_id', '=', caller.id).where('form', 'in', surplus).execute()
}

/** Forgets what the caller has typed into a form. */
export const discardDraft = async ({ db, caller }: Own, form: string): Promise<void> => {
  await db.deleteFrom('drafts').where('user_id', '=', caller.id).where('form', '=', form).execute()
}

/** Forgets all that somebody has typed and not saved: they leave of their own will. */
export const discardDrafts = async (db: Database, userId: number): Promise<void> => {
  await db.deleteFrom('drafts').where('user_id', '=', userId).execute()
}
