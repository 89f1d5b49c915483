import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'

/** Sets or clears the logo. */
export const setLogo = async (context: Context, schoolId: number, url: string | null): Promise<void> => {
  await scope
    .update(context, 'schools')
    .set({ logo_url: url, updated_at: context.clock.now().toISOString() })
    .where('id', '=', schoolId)
    .execute()
}

/** Marks a file as removed or restores it. */
export const setRemoved = async (context: Context, id: number, isRemoved: boolean): Promise<void> => {
  await scope
    .update(context, 'school_files')
    .set({ deleted_at: isRemoved ? context.clock.now().toISOString() : null })
    .where('id', '=', id)
    .execute()
}
