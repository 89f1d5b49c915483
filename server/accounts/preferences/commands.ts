import type { TableLayout } from '#contract/platform/table-layout.ts'
import type { Context } from '#server/platform/context.ts'

/** Saves the caller’s layout of a table. It isn’t recorded in the history, because it isn’t business data. */
export const replacePreference = async (
  { db, caller, clock }: Pick<Context, 'db' | 'caller' | 'clock'>,
  key: string,
  layout: TableLayout,
): Promise<void> => {
  const written = { value: JSON.stringify(layout), updated_at: clock.now().toISOString() }
  await db
    .insertInto('user_preferences')
    .values({ user_id: caller.id, key, ...written })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet(written))
    .execute()
}
