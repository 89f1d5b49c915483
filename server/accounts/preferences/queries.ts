import * as z from 'zod/mini'
import type { Preference } from '#contract/accounts/preferences/shapes.ts'
import { studentListColumns } from '#contract/platform/record/columns.ts'
import { currentLayout, storedLayout } from '#contract/platform/table-layout.ts'
import type { Context } from '#server/platform/context.ts'

/** Returns the caller’s saved preference under a key. */
export const readPreference = async (
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  key: string,
): Promise<Preference> => {
  const row = await db
    .selectFrom('user_preferences')
    .select(['value', 'updated_at'])
    .where('user_id', '=', caller.id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return { key, value: null, updated_at: null }
  return {
    key,
    value: currentLayout(z.parse(storedLayout, row.value), studentListColumns),
    updated_at: row.updated_at,
  }
}
