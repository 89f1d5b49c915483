import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { encrypt } from '#server/platform/lib/crypt.ts'
import { maxDrafts, placeOf } from './rules.ts'

type DraftContext = Pick<Context, 'db' | 'services' | 'clock' | 'caller'>

/**
 * Saves the caller’s draft of a form and replaces the previous one. It isn’t recorded in the history, because
 * no record changes.
 */
export const saveDraft = async (context: DraftContext, form: string, text: string): Promise<void> => {
  const { db, services, clock, caller } = context
  const written = {
    content: encrypt(services.keys, placeOf(caller.id, form), text),
    saved_at: clock.now().toISOString(),
  }
  await db
    .insertInto('drafts')
    .values({ user_id: caller.id, form, ...written })
    .onConflict((conflict) => conflict.columns(['user_id', 'form']).doUpdateSet(written))
    .execute()
  await dropOldest(context)
}

const dropOldest = async ({ db, caller }: DraftContext): Promise<void> => {
  const surplus = db
    .selectFrom('drafts')
    .select('form')
    .where('user_id', '=', caller.id)
    .orderBy('saved_at', 'desc')
    .orderBy('form')
    .offset(maxDrafts)
  await db.deleteFrom('drafts').where('user_id', '=', caller.id).where('form', 'in', surplus).execute()
}

/** Deletes the caller’s draft of a form. */
export const discardDraft = async ({ db, caller }: DraftContext, form: string): Promise<void> => {
  await db.deleteFrom('drafts').where('user_id', '=', caller.id).where('form', '=', form).execute()
}

/** Deletes all drafts of a user who signs out. */
export const discardDrafts = async (db: Database, userId: number): Promise<void> => {
  await db.deleteFrom('drafts').where('user_id', '=', userId).execute()
}
